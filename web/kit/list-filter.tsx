import type { ReactNode } from 'react'
import styles from './list-filter.module.css'

/** Holds the search field above a list. */
export function ListFilter({ children }: { children: ReactNode }) {
  return <div className={styles['filter']}>{children}</div>
}
