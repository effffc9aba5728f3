import type { ReactNode } from 'react'
import { Stack } from '../../../kit/stack.tsx'

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
    <Stack
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
    </Stack>
  )
}
