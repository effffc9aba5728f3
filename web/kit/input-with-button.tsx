import type { ReactNode } from 'react'
import styles from './input-with-button.module.css'

/** An input with a button inside its frame, at the end. */
export function InputWithButton({ children }: { children: ReactNode }) {
  return <span className={styles['frame']}>{children}</span>
}
