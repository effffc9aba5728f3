import type { ReactNode } from 'react'
import styles from './subject.module.css'

/** What comments are about, above them: quiet facts, the title, and more below it. */
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
      <h2>{title}</h2>
      {children}
    </header>
  )
}

/** Quiet facts in one line. */
export function Facts({ children }: { children: ReactNode }) {
  return <p className={styles['facts']}>{children}</p>
}
