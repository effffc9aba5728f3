import type { ReactNode } from 'react'
import styles from '../decide/question.module.css'

/** A form in place of the decisions; Escape cancels it. */
export function Question({
  label,
  onLeave,
  children,
}: {
  label: string
  onLeave: () => void
  children: ReactNode
}) {
  return (
    <div
      className={styles['question']}
      role="group"
      aria-label={label}
      onKeyDown={(press) => {
        if (press.key !== 'Escape' || press.defaultPrevented) return
        press.preventDefault()
        press.stopPropagation()
        onLeave()
      }}
    >
      {children}
    </div>
  )
}
