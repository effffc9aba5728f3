import type { ReactNode } from 'react'
import styles from './no-matches.module.css'

/** Replaces the options of a list in which nothing matches. */
export function NoMatches({ children }: { children: ReactNode }) {
  return <p className={styles['nothing']}>{children}</p>
}
