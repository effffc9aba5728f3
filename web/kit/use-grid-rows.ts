import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, type RefObject } from 'react'
import { usePrinting } from '../app/use-printing.ts'

/** Where a row is: its index, and how far below the first one it begins. */
export interface GridPlace {
  index: number
  key: string | number | bigint
  start: number
}

/**
 * The rows of a grid that are in sight, with the current one, which stays in the page so that the focus is never lost;
 * all of them on paper.
 */
export function useGridRows<T>({
  scroller,
  rows,
  keyOf,
  size,
  place,
}: {
  scroller: RefObject<HTMLElement | null>
  rows: readonly T[]
  keyOf: (row: T) => string | number
  /** The height of a row in pixels. */
  size: number
  /** The index of the current row. */
  place: number
}) {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    // New functions have all places computed again, so they change with the rows and their height alone.
    estimateSize: useCallback(() => size, [size]),
    getItemKey: useCallback(
      (index: number) => {
        const row = rows[index]
        return `${size} ${row === undefined ? index : keyOf(row)}`
      },
      [rows, keyOf, size],
    ),
    overscan: 12,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan)
      const last = Math.min(count - 1, endIndex + overscan)
      const shown = Array.from({ length: last - first + 1 }, (_, index) => first + index)
      return shown.includes(place) || place >= count ? shown : [...shown, place].sort((a, b) => a - b)
    },
  })
  const isPrinting = usePrinting()
  const shown: readonly GridPlace[] = isPrinting
    ? rows.map((row, index) => ({ index, key: keyOf(row), start: 0 }))
    : virtual.getVirtualItems()
  return { virtual, shown, isPrinting }
}
