import type { ReactNode } from 'react'
import { SidePages } from '../../app/side-pages.tsx'
import styles from './account.module.css'

const PAGES = [
  { to: '/users/edit', words: 'Profile' },
  { to: '/users/edit/password', words: 'Password' },
  { to: '/users/edit/sessions', words: 'Sessions' },
  { to: '/users/edit/tokens', words: 'Access tokens' },
  { to: '/users/edit/identities', words: 'Linked sign-ins' },
  { to: '/users/notification_preferences', words: 'Notifications' },
  { to: '/users/edit/appearance', words: 'Appearance and keys' },
] as const

/** A page about the caller's own account. */
export function AccountPage({
  title,
  about,
  children,
}: {
  title: string
  about?: string
  children: ReactNode
}) {
  return (
    <SidePages label="Account" pages={PAGES} title={title} {...(about === undefined ? {} : { about })}>
      {children}
    </SidePages>
  )
}

/** A part of such a page with a heading of its own. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['section']}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
