import type { HTMLAttributes } from 'react'
import styles from './inline.module.css'

/** Lays out its children in a line that wraps. */
export function Inline({
  as: Tag = 'div',
  className = '',
  ...props
}: HTMLAttributes<HTMLElement> & { as?: 'div' | 'header' | 'nav' | 'p' | 'span' | 'ul' }) {
  return <Tag {...props} className={`${styles['inline']} ${className}`} />
}
