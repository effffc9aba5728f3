import { useEffect, useRef, type ReactNode } from 'react'
import { PageTitle } from '../../app/page-title.tsx'
import { Link } from '../../kit/link.tsx'
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
  const nav = useRef<HTMLElement>(null)
  // On a phone the pages stand in a row that scrolls.
  useEffect(
    () =>
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    [title],
  )
  return (
    <div className={styles['page']}>
      <nav ref={nav} className={styles['nav']} aria-label="Account">
        {PAGES.map(({ to, words }) => (
          <Link key={to} to={to} activeOptions={{ exact: true }}>
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
