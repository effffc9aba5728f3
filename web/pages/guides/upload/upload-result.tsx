import type { ReactNode } from 'react'
import styles from './upload-result.module.css'

/** The frame around the result of an uploaded file. */
export function UploadResult({ children }: { children: ReactNode }) {
  return <div className={styles['result']}>{children}</div>
}

/** What was uploaded, with a button at the end. */
export function UploadHead({ children }: { children: ReactNode }) {
  return <div className={styles['head']}>{children}</div>
}
