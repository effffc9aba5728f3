import type { ReactNode } from 'react'
import styles from './import-step.module.css'

/** A step of an import, or a part of its report. */
export function ImportStep({ children }: { children: ReactNode }) {
  return <section className={styles['step']}>{children}</section>
}
