import type { ReactNode } from 'react'
import { SidePages } from '../../app/side-pages.tsx'

const PAGES = [
  { to: '/users', words: 'Users' },
  { to: '/audits', words: 'Audit trail' },
  { to: '/administration/settings', words: 'Settings' },
  { to: '/administration/checks', words: 'Connections' },
  { to: '/administration/jobs', words: 'Jobs' },
  { to: '/administration/about', words: 'Version and licenses' },
] as const

/** A page for system administrators. */
export function AdminPage({
  title,
  about,
  children,
}: {
  title: string
  about?: ReactNode
  children: ReactNode
}) {
  return (
    <SidePages label="Administration" pages={PAGES} title={title} about={about}>
      {children}
    </SidePages>
  )
}
