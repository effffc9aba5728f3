import type { ReactNode } from 'react'
import styles from './bullet-list.module.css'

/** A list with bullets; lists have none by default. */
export function BulletList({ children }: { children: ReactNode }) {
  return <ul className={styles['bullets']}>{children}</ul>
}
