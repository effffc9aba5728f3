/** A hidden tab renders no frames. */
const MAX_WAIT_MS = 100

/** Runs a callback after the next frame is painted, so that it does not delay the frame. */
export function runAfterPaint(act: () => void): () => void {
  let isOver = false
  const runOnce = () => {
    if (isOver) return
    leave()
    act()
  }
  const frame = requestAnimationFrame(() => setTimeout(runOnce))
  const timer = setTimeout(runOnce, MAX_WAIT_MS)
  // Runs also if the page is closed in the meantime.
  addEventListener('pagehide', runOnce)
  const leave = () => {
    isOver = true
    removeEventListener('pagehide', runOnce)
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  return leave
}
