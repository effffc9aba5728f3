import type { ReactNode } from 'react'
import { SidePages } from '../../app/side-pages.tsx'
import { t } from '../../languages/t.ts'
import styles from './frame.module.css'

const PAGES = [
  { to: '/users/edit', label: t('Profile') },
  { to: '/users/edit/password', label: t('Password') },
  { to: '/users/edit/sessions', label: t('Sessions') },
  { to: '/users/edit/tokens', label: t('Access tokens') },
  { to: '/users/edit/identities', label: t('Linked sign-ins') },
  { to: '/users/notification_preferences', label: t('Notifications') },
  { to: '/users/edit/appearance', label: t('Appearance and keys') },
] as const

/** A page about the caller's own account. */
export function AccountPage({
  title,
  description,
  children,
}: {
  title: string
  description?: string
  children: ReactNode
}) {
  return (
    <SidePages
      label={t('Account')}
      pages={PAGES}
      title={title}
      isNarrow
      {...(description === undefined ? {} : { description })}
    >
      {children}
    </SidePages>
  )
}

/** A section of an account page with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['section']}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
