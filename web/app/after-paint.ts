/** A hidden tab renders no frames. */
const MAX_WAIT_MS = 100

/** Runs a callback after the next frame is painted, so that it does not delay the frame. */
export function afterPaint(act: () => void): () => void {
  let isOver = false
  const once = () => {
    if (isOver) return
    leave()
    act()
  }
  const frame = requestAnimationFrame(() => setTimeout(once))
  const timer = setTimeout(once, MAX_WAIT_MS)
  // Runs also if the page is closed in the meantime.
  addEventListener('pagehide', once)
  const leave = () => {
    isOver = true
    removeEventListener('pagehide', once)
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  return leave
}
