import type { ComponentProps, HTMLAttributes } from 'react'
import styles from './note.module.css'

/** A small muted text, with or without an icon. */
export function Note({ className = '', ...props }: HTMLAttributes<HTMLSpanElement>) {
  return <span {...props} className={`${styles['note']} ${className}`} />
}

/** A note that can be pressed. */
export function NoteButton(props: Omit<ComponentProps<'button'>, 'className' | 'type'>) {
  return <button {...props} type="button" className={styles['note']} />
}
