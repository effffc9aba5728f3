import type { ReactNode } from 'react'
import styles from './subject.module.css'

/** The subject of comments, above them: facts, the title, and details below. */
export function Subject({
  title,
  facts,
  children,
}: {
  title: ReactNode
  facts?: ReactNode
  children?: ReactNode
}) {
  return (
    <header className={styles['subject']}>
      {facts !== undefined && <Facts>{facts}</Facts>}
      <h2>
        <bdi>{title}</bdi>
      </h2>
      {children}
    </header>
  )
}

/** Facts in one muted line. */
export function Facts({ children }: { children: ReactNode }) {
  return <p className={styles['facts']}>{children}</p>
}
