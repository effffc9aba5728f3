import type { ReactNode } from 'react'
import { FieldError, Text } from 'react-aria-components'
import { FieldLabel } from './field-label.tsx'
import styles from './labelled.module.css'

/** Props of every field: the label above, the description and the error below. */
export function Labelled({
  label,
  hint,
  error,
  children,
}: {
  label: string
  hint?: ReactNode
  /** The field's error; by default the error that the surrounding form has for this field. */
  error?: string | undefined
  children: ReactNode
}) {
  return (
    <>
      <FieldLabel>{label}</FieldLabel>
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
