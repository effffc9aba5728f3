import type { ReactNode } from 'react'
import styles from './context-part.module.css'

/** A part of the context panel. */
export function ContextPart({
  as: Tag = 'div',
  children,
}: {
  as?: 'div' | 'p' | 'section'
  children: ReactNode
}) {
  return <Tag className={styles['part']}>{children}</Tag>
}
