import type { ReactNode } from 'react'
import { FieldError, Label, Text } from 'react-aria-components'
import styles from './form.module.css'

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
