import { useMemo, useRef } from 'react'
import { useSettings } from '../app/settings.ts'
import { useEventCallback } from '../app/use-event-callback.ts'
import { GridHead, GridRow, type Column } from './grid-row.tsx'
import { computeRowHeight } from './row-height.ts'
import { createGridKeys, useGridFocus } from './use-grid-focus.ts'
import { useGridRows } from './use-grid-rows.ts'
import styles from './grid.module.css'

export type { Column } from './grid-row.tsx'

export interface GridProps<T> {
  label: string
  /** Pass the same array while nothing changes: a new array renders every row again. */
  columns: readonly Column<T>[]
  rows: readonly T[]
  /** A stable function. */
  getKey: (row: T) => string | number
  /** The selected row; it is the only tab stop. */
  current: string | number | null
  onCurrent: (row: T) => void
  onOpen: (row: T) => void
  isSelected?: (row: T) => boolean
  /** The total number of rows, when not all of them are loaded. */
  total?: number
  /** The number of text lines of a row. */
  lines?: 1 | 2 | 3
}

/**
 * A virtualized table of any length; printing renders all rows. It has one tab stop; arrow keys, Home, End, Page Up and
 * Page Down move, Enter opens.
 */
export function Grid<T>({
  label,
  columns,
  rows,
  getKey,
  current,
  onCurrent,
  onOpen,
  isSelected,
  total,
  lines = 1,
}: GridProps<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  const currentIndex = useMemo(() => findCurrentIndex(rows, getKey, current), [rows, getKey, current])
  const { density } = useSettings()
  const size = useMemo(() => computeRowHeight(density, lines), [density, lines])
  const { virtual, visibleRows, isPrinting } = useGridRows({ scroller, rows, getKey, size, currentIndex })
  const widths = columns.map(({ width }) => (isPrinting ? toPrintedTrack(width) : width)).join(' ')
  const tracks = useMemo(() => ({ gridTemplateColumns: widths }), [widths])
  const placed = useMemo(() => ({ ...tracks, height: size }), [tracks, size])
  const take = useEventCallback(onCurrent)
  const open = useEventCallback(onOpen)
  useGridFocus(scroller, virtual, currentIndex)
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={(total ?? rows.length) + 1}
      aria-colcount={columns.length}
      className={`${styles['grid']} ${lines === 3 ? styles['stacked'] : ''}`}
      onKeyDown={createGridKeys({ scroller, rows, size, currentIndex, onCurrent, onOpen })}
    >
      <GridHead columns={columns} tracks={tracks} />
      <div role="rowgroup" className={styles['body']} style={{ height: virtual.getTotalSize() }}>
        {visibleRows.map(({ index, key, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <GridRow
              key={key}
              row={row}
              index={index}
              start={start}
              columns={columns}
              tracks={placed}
              isCurrent={getKey(row) === current}
              isSelected={isSelected?.(row)}
              isStop={index === currentIndex}
              onCurrent={take}
              onOpen={open}
            />
          )
        })}
      </div>
    </div>
  )
}

/** Returns the index of the current row, or 0. */
function findCurrentIndex<T>(
  rows: readonly T[],
  getKey: (row: T) => string | number,
  current: string | number | null,
): number {
  const index = rows.findIndex((row) => getKey(row) === current)
  return Math.max(0, index)
}

/** Converts a width on screen to a proportional track, so that all columns fit on a printed sheet. */
function toPrintedTrack(width: string): string {
  const fixed = /^(\d+)px$/.exec(width)?.[1]
  return `minmax(0, ${fixed ?? 280}fr)`
}
