import type { ReactNode } from 'react'
import styles from './lower-edge.module.css'

/** Shows banners at the lower edge in views without decisions, so that the comments do not move. */
export function LowerEdge({ children }: { children: ReactNode }) {
  return <div className={styles['edge']}>{children}</div>
}
