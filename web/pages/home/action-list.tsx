import type { HTMLAttributes, ReactNode, Ref } from 'react'
import styles from './action-list.module.css'

/** Rows that each have a text and buttons. */
export function ActionList({ children }: { children: ReactNode }) {
  return <ul className={styles['list']}>{children}</ul>
}

/** Numbered rows that each have a text and buttons. */
export function ActionSteps({
  className = '',
  ...props
}: HTMLAttributes<HTMLOListElement> & { ref: Ref<HTMLOListElement> }) {
  return <ol {...props} className={`${styles['list']} ${className}`} />
}

/** The text of a row. */
export function ActionText({ children }: { children: ReactNode }) {
  return <span className={styles['text']}>{children}</span>
}

/** The buttons of a row. */
export function ActionButtons({ children }: { children: ReactNode }) {
  return <span className={styles['buttons']}>{children}</span>
}
