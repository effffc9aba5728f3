import type { ReactNode } from 'react'
import { FieldError, Label, Text } from 'react-aria-components'
import styles from './form.module.css'

/** What every field has: its label above, below it what is expected, and what is wrong with it. */
export function Labelled({
  label,
  hint,
  error,
  children,
}: {
  label: string
  hint?: ReactNode
  /** What is wrong with it; without it what the form around it was told. */
  error?: string | undefined
  children: ReactNode
}) {
  return (
    <>
      <Label className={styles['label'] ?? ''}>{label}</Label>
      {children}
      {hint !== undefined && (
        <Text slot="description" className={styles['hint'] ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={styles['error'] ?? ''}>{error}</FieldError>
    </>
  )
}
