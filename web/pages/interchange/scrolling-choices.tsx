import type { ReactNode } from 'react'
import styles from './scrolling-choices.module.css'

/** Holds a long list of choices, which scrolls. */
export function ScrollingChoices({ children }: { children: ReactNode }) {
  return <div className={styles['choices']}>{children}</div>
}
