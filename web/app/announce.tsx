import { useSyncExternalStore } from 'react'
import { afterPaint } from './after-paint.ts'

let said = ''
let turn = false
const listeners = new Set<() => void>()

/**
 * Says something to screen readers, politely: what an action did and where one is now. The same words twice in a row
 * are said twice.
 */
export function announce(words: string): void {
  turn = !turn
  said = turn ? words : `${words}\u00a0`
  // Who listens hears nothing of a frame, which what is seen shall not wait for.
  afterPaint(() => {
    for (const listener of listeners) listener()
  })
}

/** The one live region of the page; the shell has it. */
export function Announcer() {
  const words = useSyncExternalStore(subscribe, () => said)
  return (
    <div className="words" role="status" aria-live="polite">
      {words}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
