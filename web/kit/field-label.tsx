import type { ReactNode } from 'react'
import { Label } from 'react-aria-components'
import styles from './field-label.module.css'

/** The label above a field; it says when the field is required. */
export function FieldLabel({ children }: { children: ReactNode }) {
  return <Label className={styles['label'] ?? ''}>{children}</Label>
}
