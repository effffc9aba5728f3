/** A tab that no one sees has no frames. */
const MOST_MS = 100

/** Does something once the frame that is being made is on the screen, so that it does not wait for it. */
export function afterPaint(act: () => void): () => void {
  let isOver = false
  const once = () => {
    if (isOver) return
    leave()
    act()
  }
  const frame = requestAnimationFrame(() => setTimeout(once))
  const timer = setTimeout(once, MOST_MS)
  // Whoever closes the page meanwhile has done it all the same.
  addEventListener('pagehide', once)
  const leave = () => {
    isOver = true
    removeEventListener('pagehide', once)
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  return leave
}
