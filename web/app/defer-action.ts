import { flushSync } from 'react-dom'
import { runAfterPaint } from './after-paint.ts'

let waiting: (() => void) | null = null

/**
 * Runs the rest of an action after its pending indicator is painted, or before the next key or pointer press, which
 * must see the result. One action waits at a time; a second one runs the first one at once.
 */
export function deferAction(act: () => void): void {
  waiting?.()
  const stopWaiting = () => {
    waiting = null
    removeEventListener('keydown', runNow, true)
    removeEventListener('pointerdown', runNow, true)
  }
  const cancel = runAfterPaint(() => {
    stopWaiting()
    act()
  })
  const runNow = () => {
    cancel()
    stopWaiting()
    flushSync(act)
  }
  waiting = runNow
  addEventListener('keydown', runNow, true)
  addEventListener('pointerdown', runNow, true)
}
