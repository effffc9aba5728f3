import { observeElementOffset, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useRef, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { usePrinting } from '../app/use-printing.ts'
import { assignKeys } from './recycled-keys.ts'

/** The position of a row: its index, and its distance in pixels from the first row. */
export interface GridRowPosition {
  index: number
  /** The React key of its element. */
  key: number | undefined
  start: number
}

/** The number of rows that are rendered above and below the visible ones. */
const OVERSCAN = 6

/**
 * Virtualizes the rows of a grid. The current row stays in the DOM so that focus is not lost; printing renders all
 * rows.
 */
export function useGridRows<T>({
  scroller,
  rows,
  getKey,
  size,
  currentIndex,
}: {
  scroller: RefObject<HTMLElement | null>
  rows: readonly T[]
  getKey: (row: T) => string | number
  /** The height of a row in pixels. */
  size: number
  /** The index of the current row. */
  currentIndex: number
}) {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    // The virtualizer measures again when these functions change, so they depend on the rows and the height only.
    estimateSize: useCallback(() => size, [size]),
    getItemKey: useCallback(
      (index: number) => {
        const row = rows[index]
        return `${size} ${row === undefined ? index : getKey(row)}`
      },
      [rows, getKey, size],
    ),
    overscan: OVERSCAN,
    useScrollendEvent: true,
    // Renders in a separate task after the frame, which shows rows of the overscan.
    useFlushSync: false,
    observeElementOffset: observeScrolling,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan)
      const last = Math.min(count - 1, endIndex + overscan)
      const indexes = Array.from({ length: last - first + 1 }, (_, index) => first + index)
      return indexes.includes(currentIndex) || currentIndex >= count
        ? indexes
        : [...indexes, currentIndex].sort((a, b) => a - b)
    },
  })
  const isPrinting = usePrinting()
  const positions = isPrinting
    ? rows.map((row, index) => ({ index, key: getKey(row), start: 0 }))
    : virtual.getVirtualItems()
  const keys = useRef<ReadonlyMap<string | number | bigint, number>>(new Map())
  keys.current = assignKeys(
    positions.map(({ key }) => key),
    keys.current,
  )
  const visibleRows = positions.map(({ index, key, start }): GridRowPosition => ({
    index,
    key: keys.current.get(key),
    start,
  }))
  return { virtual, visibleRows, isPrinting }
}

/** Reports the scroll position. A jump beyond the rendered rows renders at once, so that no frame is blank. */
function observeScrolling(
  virtual: Virtualizer<HTMLElement, Element>,
  report: (offset: number, isScrolling: boolean) => void,
): void | (() => void) {
  return observeElementOffset(virtual, (offset, isScrolling) => {
    const size = virtual.options.estimateSize(0)
    const isFar = Math.abs(offset - (virtual.scrollOffset ?? 0)) > (OVERSCAN - 1) * size
    if (isFar) flushSync(() => report(offset, isScrolling))
    else report(offset, isScrolling)
  })
}
