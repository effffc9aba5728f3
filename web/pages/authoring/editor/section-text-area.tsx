import type { ComponentProps } from 'react'
import styles from './section-text-area.module.css'

/** The text area of a section, which grows with its text. */
export function SectionTextArea({ className = '', ...props }: ComponentProps<'textarea'>) {
  return <textarea dir="auto" rows={1} {...props} className={`${styles['text']} ${className}`} />
}
