import type { ReactNode } from 'react'
import styles from './authoring-page.module.css'

/** A page that fills the window: its title, and below it the table or the editor. */
export function AuthoringPage({ children }: { children: ReactNode }) {
  return <div className={styles['page']}>{children}</div>
}

/** Text that takes the place of the table, which reaches the edges of the window: it begins like the title. */
export function AuthoringInset({ children }: { children: ReactNode }) {
  return <div className={styles['inset']}>{children}</div>
}
