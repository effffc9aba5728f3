import { useSyncExternalStore } from 'react'
import { runAfterPaint } from './after-paint.ts'

let lastText = ''
let isSecond = false
const listeners = new Set<() => void>()

/**
 * Announces a text to screen readers, politely: the result of an action, or the new location. Repeating the same text
 * announces it again.
 */
export function announce(label: string): void {
  isSecond = !isSecond
  lastText = isSecond ? label : `${label}\u00a0`
  // Listeners run after the paint, so that they do not delay what is visible.
  runAfterPaint(() => {
    for (const listener of listeners) listener()
  })
}

/** The only live region of the page; the shell renders it. */
export function Announcer() {
  const label = useSyncExternalStore(subscribe, () => lastText)
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {label}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
