import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useSettings } from '../app/settings.ts'
import { usePrinting } from '../app/use-printing.ts'
import { useEventCallback } from '../app/use-event-callback.ts'
import { rowHeight } from './row-height.ts'
import styles from './grid.module.css'

export interface Column<T> {
  id: string
  head: ReactNode
  /** A track of a CSS grid: `120px`, `minmax(0, 1fr)`. */
  width: string
  cell: (row: T) => ReactNode
  /** Its text may take two lines, where the grid's rows have them. */
  wraps?: boolean
  /** Figures stand at the end of their column. */
  figures?: boolean
  /** How the rows are ordered by it; missing where they cannot be. */
  sorted?: 'ascending' | 'descending' | 'none'
}

export interface GridProps<T> {
  label: string
  /** Keep the identity of the list: a new list renders every row again. */
  columns: readonly Column<T>[]
  rows: readonly T[]
  /** A stable function. */
  keyOf: (row: T) => string | number
  /** The row in hand; it has the one tab stop. */
  current: string | number | null
  onCurrent: (row: T) => void
  onOpen: (row: T) => void
  isSelected?: (row: T) => boolean
  /** How many rows there are in all, when not all of them are here. */
  total?: number
  /** How many lines of text a row has. */
  lines?: 1 | 2 | 3
}

/**
 * A table of any length, of which only what is in sight is in the page, and all of it on paper: one tab stop, arrow keys, Home, End and pages,
 * Enter opens. The row in hand stays in the page wherever one scrolls, so that the focus is never lost.
 */
export function Grid<T>({
  label,
  columns,
  rows,
  keyOf,
  current,
  onCurrent,
  onOpen,
  isSelected,
  total,
  lines = 1,
}: GridProps<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  const place = useMemo(
    () =>
      Math.max(
        0,
        rows.findIndex((row) => keyOf(row) === current),
      ),
    [rows, keyOf, current],
  )
  const { density } = useSettings()
  const size = useMemo(() => rowHeight(density, lines), [density, lines])
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
  const shown = isPrinting
    ? rows.map((row, index) => ({ index, key: keyOf(row), start: 0 }))
    : virtual.getVirtualItems()
  const widths = columns.map(({ width }) => (isPrinting ? printedTrack(width) : width)).join(' ')
  const tracks = useMemo(() => ({ gridTemplateColumns: widths }), [widths])
  const placed = useMemo(() => ({ ...tracks, height: size }), [tracks, size])
  const take = useEventCallback(onCurrent)
  const open = useEventCallback(onOpen)

  useEffect(() => {
    // Where the top is in sight already, asking for it would have the page laid out at once.
    if (place > 0 || (virtual.scrollOffset ?? 0) > 0) virtual.scrollToIndex(place, { align: 'auto' })
    const inside =
      scroller.current?.contains(document.activeElement) && document.activeElement !== scroller.current
    if (inside) rowAt(scroller.current, place)?.focus({ preventScroll: true })
  }, [place, virtual])

  const move = (to: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (row !== undefined) onCurrent(row)
  }
  const onKeyDown = (press: KeyboardEvent) => {
    if (press.target instanceof HTMLElement && press.target.role !== 'row') return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / size) - 1)
    const steps: Record<string, number> = {
      ArrowDown: place + 1,
      ArrowUp: place - 1,
      PageDown: place + page,
      PageUp: place - page,
      Home: 0,
      End: rows.length - 1,
    }
    const row = rows[place]
    if (press.key === 'Enter' && row !== undefined) onOpen(row)
    else if (steps[press.key] === undefined) return
    else move(steps[press.key] ?? 0)
    press.preventDefault()
  }

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={(total ?? rows.length) + 1}
      aria-colcount={columns.length}
      className={`${styles['grid']} ${lines === 3 ? styles['stacked'] : ''}`}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={styles['head']}>
        <div role="row" aria-rowindex={1} className={styles['row']} style={tracks}>
          {columns.map(({ id, head, figures = false, sorted }) => (
            <div key={id} role="columnheader" aria-sort={sorted} className={figures ? styles['figures'] : ''}>
              {head}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={styles['body']} style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <Line
              key={key}
              row={row}
              index={index}
              start={start}
              columns={columns}
              tracks={placed}
              isCurrent={keyOf(row) === current}
              isSelected={isSelected?.(row)}
              isStop={index === place}
              onCurrent={take}
              onOpen={open}
            />
          )
        })}
      </div>
    </div>
  )
}

interface LineProps<T> {
  row: T
  index: number
  start: number
  columns: readonly Column<T>[]
  tracks: { gridTemplateColumns: string; height: number }
  isCurrent: boolean
  isSelected: boolean | undefined
  /** The one tab stop of the table. */
  isStop: boolean
  onCurrent: (row: T) => void
  onOpen: (row: T) => void
}

function PlainLine<T>({
  row,
  index,
  start,
  columns,
  tracks,
  isCurrent,
  isSelected,
  isStop,
  onCurrent,
  onOpen,
}: LineProps<T>) {
  return (
    <div
      role="row"
      data-place={index}
      aria-rowindex={index + 2}
      aria-current={isCurrent ? 'true' : undefined}
      aria-selected={isSelected}
      tabIndex={isStop ? 0 : -1}
      className={`${styles['row']} ${styles['placed']}`}
      style={{ ...tracks, transform: `translateY(${start}px)` }}
      onFocus={() => !isCurrent && onCurrent(row)}
      onDoubleClick={() => onOpen(row)}
    >
      {columns.map(({ id, cell, figures = false, wraps = false }) => (
        <div
          key={id}
          role="gridcell"
          className={`${wraps ? styles['wraps'] : 'cut'} ${figures ? styles['figures'] : ''}`}
        >
          {cell(row)}
        </div>
      ))}
    </div>
  )
}

/** A row that is rendered again only where it, the columns or its state changed: not by scrolling. */
const Line = memo(PlainLine) as typeof PlainLine

/** A track in proportion to its width at the screen, so that all columns fit on a sheet. */
function printedTrack(width: string): string {
  const fixed = /^(\d+)px$/.exec(width)?.[1]
  return `minmax(0, ${fixed ?? 220}fr)`
}

function rowAt(grid: HTMLElement | null, place: number): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-place="${place}"]`) ?? null
}
