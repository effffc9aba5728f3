import type { ReactNode } from 'react'
import styles from './home.module.css'

/** A part of a page: its name, how many there are, and where the rest is. */
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
