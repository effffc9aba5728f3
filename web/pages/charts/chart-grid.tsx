import type { ReactNode } from 'react'
import styles from './chart-grid.module.css'

/** Charts, as many in a row as fit. */
export function ChartGrid({ children }: { children: ReactNode }) {
  return <div className={styles['grid']}>{children}</div>
}
