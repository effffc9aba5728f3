import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'
import { runAfterPaint } from '../app/after-paint.ts'

const BEFORE = 1
const AFTER = 3

/**
 * Keeps a row of a long list visible, with the previous and the next ones. A hidden row scrolls to the top, so that
 * most steps don't scroll. If the row itself is visible, scrolling waits until after the paint.
 */
export function useIntersection(virtual: Virtualizer<HTMLElement, Element>, index: number): void {
  useEffect(() => {
    const all = virtual.measurementsCache
    const item = all[index]
    if (!item) return
    const [above, height] = [virtual.scrollOffset ?? 0, virtual.scrollRect?.height ?? 0]
    const first = all[Math.max(0, index - BEFORE)] ?? item
    const last = all[Math.min(all.length - 1, index + AFTER)] ?? item
    const isSeen = ({ start, end }: typeof item) => start >= above && end <= above + height
    if (isSeen(first) && isSeen(last)) return
    const scroll = () => {
      const { scrollElement } = virtual
      if (!scrollElement) return
      scrollElement.scrollTop = first.start
      // The browser reports the scroll in the next frame, where rendering the new rows would delay the next decision.
      scrollElement.dispatchEvent(new Event('scroll'))
    }
    if (isSeen(item)) return runAfterPaint(scroll)
    scroll()
  }, [index, virtual])
}
