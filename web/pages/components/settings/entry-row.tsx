import type { ReactNode } from 'react'
import styles from './entry-row.module.css'

/** A row of a form: two fields and the button that removes the entry. */
export function EntryRow({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <div className={`${styles['entry']} ${className}`} role="group" aria-label={label}>
      {children}
    </div>
  )
}
