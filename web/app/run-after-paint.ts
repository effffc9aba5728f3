import { flushSync } from 'react-dom'
import { afterPaint } from './after-paint.ts'

let waiting: (() => void) | null = null

/**
 * Does what follows from an action whose sign has just been shown: once that frame is on the screen, or before the next
 * key or press, which finds the page as the action leaves it. One thing waits at a time; the one before is done first.
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
