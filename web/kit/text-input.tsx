import type { Ref } from 'react'
import { Input, TextArea, type InputProps, type TextAreaProps } from 'react-aria-components'
import styles from './text-input.module.css'

/** The input of a field. */
export function TextInput(props: Omit<InputProps, 'className'>) {
  return <Input {...props} className={styles['input'] ?? ''} />
}

/** The text area of a field, which grows with its text. */
export function TextAreaInput(props: Omit<TextAreaProps, 'className'> & { ref?: Ref<HTMLTextAreaElement> }) {
  return <TextArea dir="auto" {...props} className={styles['input'] ?? ''} />
}
