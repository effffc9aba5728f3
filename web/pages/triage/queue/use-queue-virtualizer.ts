import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useMemo, useRef, type RefObject } from 'react'
import { useSettings } from '../../../app/settings.ts'
import { computeRowHeight } from '../../../kit/row-height.ts'
import { useIntersection } from '../../../kit/use-intersection.ts'
import type { Row } from './rows.ts'
import { isRun, useSame, type QueueRow } from './use-queue-rows.ts'

/** The height of a requirement heading: its number, and two lines of its title. */
const GROUP = 68
/** The height of a row's second line: author and decision. */
const SECOND_LINE = 16

/** Virtualizes the lines. The selected row keeps its position on screen when rows are added above it. */
export function useQueueVirtualizer(
  scroller: RefObject<HTMLElement | null>,
  lines: readonly QueueRow[],
  rows: readonly Row[],
  selectedId: number | undefined,
) {
  const { density } = useSettings()
  const shape = useSame(
    useMemo(() => lines.map(isRun), [lines]),
    Object.is,
  )
  const rowSize = useMemo(() => computeRowHeight(density) + SECOND_LINE, [density])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (shape[index] === true ? GROUP : rowSize),
    // A new function makes the virtualizer measure 20,000 lines again, so it changes only with their kinds.
    getItemKey: useCallback((index: number) => `${shape.length} ${rowSize} ${index}`, [shape, rowSize]),
    overscan: 5,
  })
  const position = useMemo(
    () => lines.findIndex((line) => !isRun(line) && rows[line]?.id === selectedId),
    [lines, rows, selectedId],
  )
  const lastSelected = useRef({ id: selectedId, start: -1 })
  useLayoutEffect(() => {
    const start = position < 0 ? -1 : (virtual.measurementsCache[position]?.start ?? -1)
    const previous = lastSelected.current
    lastSelected.current = { id: selectedId, start }
    if (
      previous.id === selectedId &&
      previous.start >= 0 &&
      start >= 0 &&
      start !== previous.start &&
      scroller.current
    ) {
      scroller.current.scrollTop += start - previous.start
    }
  }, [position, selectedId, lines, virtual, scroller])
  useIntersection(virtual, position)
  return virtual
}
