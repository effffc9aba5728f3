import type { ReactNode } from 'react'
import styles from './guide-filter.module.css'

/** Holds the search field of the catalog, and of a guide. */
export function GuideFilter({ children }: { children: ReactNode }) {
  return <div className={styles['filter']}>{children}</div>
}
