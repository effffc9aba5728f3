import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, type KeyboardEvent, type RefObject } from 'react'

/** Scrolls to the current row, and focuses it if the focus is in the grid. */
export function useGridFocus(
  scroller: RefObject<HTMLDivElement | null>,
  virtual: Virtualizer<HTMLElement, Element>,
  index: number,
): void {
  useEffect(() => {
    // Skip scrolling when the row is visible: it would force a layout.
    if (index > 0 || (virtual.scrollOffset ?? 0) > 0) virtual.scrollToIndex(index, { align: 'auto' })
    const inside =
      scroller.current?.contains(document.activeElement) && document.activeElement !== scroller.current
    if (inside) findRow(scroller.current, index)?.focus({ preventScroll: true })
  }, [scroller, index, virtual])
}

function findRow(grid: HTMLElement | null, index: number): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null
}

/** Handles the keys of a grid: arrows, Home, End, Page Up and Page Down move, Enter opens. */
export function createGridKeys<T>({
  scroller,
  rows,
  size,
  currentIndex,
  onCurrent,
  onOpen,
}: {
  scroller: RefObject<HTMLElement | null>
  rows: readonly T[]
  size: number
  currentIndex: number
  onCurrent: (row: T) => void
  onOpen: (row: T) => void
}): (press: KeyboardEvent) => void {
  const move = (position: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, position))]
    if (row !== undefined) onCurrent(row)
  }
  return (press) => {
    if (press.target instanceof HTMLElement && press.target.role !== 'row') return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / size) - 1)
    const steps: Record<string, number> = {
      ArrowDown: currentIndex + 1,
      ArrowUp: currentIndex - 1,
      PageDown: currentIndex + page,
      PageUp: currentIndex - page,
      Home: 0,
      End: rows.length - 1,
    }
    const row = rows[currentIndex]
    if (press.key === 'Enter' && row !== undefined) onOpen(row)
    else if (steps[press.key] === undefined) return
    else move(steps[press.key] ?? 0)
    press.preventDefault()
  }
}
