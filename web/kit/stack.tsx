import type { ComponentProps, HTMLAttributes } from 'react'
import styles from './stack.module.css'

/** Lays out its children below each other. */
export function Stack({
  as: Tag = 'div',
  className = '',
  ...props
}: HTMLAttributes<HTMLElement> & { as?: 'article' | 'div' | 'ul' }) {
  return <Tag {...props} className={`${styles['stack']} ${className}`} />
}

/** A form with its fields and buttons below each other. */
export function StackForm(props: Omit<ComponentProps<'form'>, 'className'>) {
  return <form {...props} className={styles['stack']} />
}
