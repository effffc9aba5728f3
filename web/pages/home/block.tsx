import type { ReactNode } from 'react'
import styles from './block.module.css'

/** A section of a page: its title, the number of items, and a link to the others. */
export function Block({
  title,
  count,
  more,
  children,
}: {
  title: ReactNode
  count?: number
  more?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles['block']}>
      <header>
        <h2>{title}</h2>
        {count !== undefined && <span className="muted small">{count}</span>}
        {more !== undefined && <span className="push small">{more}</span>}
      </header>
      {children}
    </section>
  )
}
