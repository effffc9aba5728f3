import type { ReactNode } from 'react'
import styles from './two-columns.module.css'

/** Fields in two columns of equal width. */
export function TwoColumns({ children }: { children: ReactNode }) {
  return <div className={styles['columns']}>{children}</div>
}
