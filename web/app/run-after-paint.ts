import { flushSync } from 'react-dom'
import { afterPaint } from './after-paint.ts'

let waiting: (() => void) | null = null

/**
 * Runs the rest of an action after its pending indicator is painted, or before the next key or pointer press, which
 * must see the result. One action waits at a time; a second one runs the first one at once.
 */
export function runAfterPaint(act: () => void): void {
  waiting?.()
  const over = () => {
    waiting = null
    removeEventListener('keydown', atOnce, true)
    removeEventListener('pointerdown', atOnce, true)
  }
  const leave = afterPaint(() => {
    over()
    act()
  })
  const atOnce = () => {
    leave()
    over()
    flushSync(act)
  }
  waiting = atOnce
  addEventListener('keydown', atOnce, true)
  addEventListener('pointerdown', atOnce, true)
}
