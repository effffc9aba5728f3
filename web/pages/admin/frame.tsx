import type { ReactNode } from 'react'
import { SidePages } from '../../app/side-pages.tsx'
import { t } from '../../languages/t.ts'

const PAGES = [
  { to: '/users', words: t('Users') },
  { to: '/audits', words: t('Audit trail') },
  { to: '/administration/settings', words: t('Settings') },
  { to: '/administration/checks', words: t('Connections') },
  { to: '/administration/jobs', words: t('Jobs') },
  { to: '/administration/about', words: t('Version and licenses') },
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
    <SidePages label={t('Administration')} pages={PAGES} title={title} about={about}>
      {children}
    </SidePages>
  )
}
