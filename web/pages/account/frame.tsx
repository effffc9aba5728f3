import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageTitle } from '../../app/page-title.tsx'
import { Link } from '../../kit/link.tsx'
import { PagesMenu } from '../../kit/tabs.tsx'
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

/** A page about one's own account, beside its sisters. */
export function AccountPage({
  title,
  about,
  children,
}: {
  title: string
  about?: string
  children: ReactNode
}) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const current = PAGES.find(({ to }) => to === path)?.words ?? title
  return (
    <div className={styles['page']}>
      <nav className={styles['nav']} aria-label="Account">
        <div className="only-narrow">
          <PagesMenu current={current} pages={PAGES} />
        </div>
        {PAGES.map(({ to, words }) => (
          <Link key={to} to={to} className="only-wide" activeOptions={{ exact: true }}>
            {words}
          </Link>
        ))}
      </nav>
      <div className={styles['content']}>
        <div>
          <PageTitle title={title} trail={['Account']} />
          {about !== undefined && <p className="muted">{about}</p>}
        </div>
        {children}
      </div>
    </div>
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
