import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Link } from '../kit/link.tsx'
import { PagesMenu } from '../kit/tabs.tsx'
import { PageTitle } from './page-title.tsx'
import styles from './side-pages.module.css'

export interface SidePage {
  /** The page's address below /app. */
  to: string
  label: string
}

/** A page with links to its sibling pages on the side; under 720 px the links are a menu. */
export function SidePages({
  label,
  pages,
  title,
  description,
  isNarrow = false,
  children,
}: {
  /** The title of the group of pages. */
  label: string
  pages: readonly SidePage[]
  title: string
  description?: ReactNode
  /** Keeps labels and their controls close together on wide screens, for forms. */
  isNarrow?: boolean
  children: ReactNode
}) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const current = pages.findLast(({ to }) => path === to || path.startsWith(`${to}/`))?.label ?? title
  return (
    <div className={styles['page']}>
      <nav className={styles['nav']} aria-label={label}>
        <div className="only-narrow">
          <PagesMenu current={current} pages={pages} />
        </div>
        {pages.map(({ to, label: name }) => (
          <Link
            key={to}
            to={to}
            className="only-wide"
            activeOptions={{ exact: true }}
            aria-current={name === current ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <div className={`${styles['content']} ${isNarrow ? styles['narrow'] : ''}`}>
        <div>
          <PageTitle title={title} parents={[label]} />
          {description !== undefined && <p className="muted">{description}</p>}
        </div>
        {children}
      </div>
    </div>
  )
}
