import type { ReactNode } from 'react'
import styles from './narrow-column.module.css'

/** Limits the width of forms and facts. */
export function NarrowColumn({ children }: { children: ReactNode }) {
  return <div className={styles['column']}>{children}</div>
}
