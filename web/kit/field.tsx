import { useState, type ReactNode } from 'react'
import { TextField, type TextFieldProps } from 'react-aria-components'
import { toLabelInSentence, t } from '../languages/t.ts'
import { FIELD_CLASS } from './field-class.ts'
import { InputWithButton } from './input-with-button.tsx'
import { Labelled } from './labelled.tsx'
import { TextAreaInput, TextInput } from './text-input.tsx'

export interface FieldProps extends Omit<TextFieldProps, 'children' | 'className' | 'style'> {
  label: string
  /** A permanent description below the field, never an error. */
  hint?: ReactNode
  /** The error, when the field is not in a `Form`. */
  error?: string | undefined
}

/** A text field with its label above and its error below. */
export function Field({ label, hint, ...props }: FieldProps) {
  return (
    <FramedField label={label} hint={hint} {...props}>
      <TextInput dir="auto" />
    </FramedField>
  )
}

/** A password field that allows pasting and showing the password (WCAG 3.3.8). */
export function SecretField({ label, hint, ...props }: FieldProps) {
  const [isRevealed, setRevealed] = useState(false)
  return (
    <FramedField label={label} hint={hint} {...props} type={isRevealed ? 'text' : 'password'}>
      <InputWithButton>
        <TextInput spellCheck="false" autoCapitalize="none" />
        <button
          type="button"
          aria-label={
            isRevealed
              ? t('Hide {label}', { label: toLabelInSentence(label) })
              : t('Show {label}', { label: toLabelInSentence(label) })
          }
          onClick={() => setRevealed(!isRevealed)}
        >
          {isRevealed ? t('Hide') : t('Show')}
        </button>
      </InputWithButton>
    </FramedField>
  )
}

/** A text area that grows with its text. */
export function TextArea({ label, hint, ...props }: FieldProps) {
  return (
    <FramedField label={label} hint={hint} {...props}>
      <TextAreaInput />
    </FramedField>
  )
}

function FramedField({ label, hint, error, children, ...props }: FieldProps & { children: ReactNode }) {
  const wrong = error === undefined ? {} : { isInvalid: true }
  return (
    <TextField {...props} {...wrong} className={FIELD_CLASS}>
      <Labelled label={label} hint={hint} error={error}>
        {children}
      </Labelled>
    </TextField>
  )
}
