import type { ReactNode } from 'react'
import styles from './record-list.module.css'

/** A list of records, each a line with its facts and actions. */
export function RecordList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles['list']} aria-label={label}>
      {children}
    </ul>
  )
}

/** The facts of a record, one below the other. */
export function RecordFacts({ children }: { children: ReactNode }) {
  return <div className={styles['facts']}>{children}</div>
}
