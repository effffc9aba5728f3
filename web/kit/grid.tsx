import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import styles from './grid.module.css'

export interface Column<T> {
  id: string
  head: ReactNode
  /** A track of a CSS grid: `120px`, `minmax(0, 1fr)`. */
  width: string
  cell: (row: T) => ReactNode
  /** Figures stand at the end of their column. */
  figures?: boolean
  /** How the rows are ordered by it; missing where they cannot be. */
  sorted?: 'ascending' | 'descending' | 'none'
}

export interface GridProps<T> {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string | number
  /** The row in hand; it has the one tab stop. */
  current: string | number | null
  onCurrent: (row: T) => void
  onOpen: (row: T) => void
  isSelected?: (row: T) => boolean
  /** How many rows there are in all, when not all of them are here. */
  total?: number
}

/**
 * A table of any length, of which only what is in sight is in the page: one tab stop, arrow keys, Home, End and pages,
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
}: GridProps<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  const place = Math.max(
    0,
    rows.findIndex((row) => keyOf(row) === current),
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight(),
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
    overscan: 12,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan)
      const last = Math.min(count - 1, endIndex + overscan)
      const shown = Array.from({ length: last - first + 1 }, (_, index) => first + index)
      return shown.includes(place) || place >= count ? shown : [...shown, place].sort((a, b) => a - b)
    },
  })
  const tracks = { gridTemplateColumns: columns.map(({ width }) => width).join(' ') }

  useEffect(() => {
    virtual.scrollToIndex(place, { align: 'auto' })
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
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight()) - 1)
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
      className={styles['grid']}
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
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <div
              key={key}
              role="row"
              data-place={index}
              aria-rowindex={index + 2}
              aria-current={keyOf(row) === current ? 'true' : undefined}
              aria-selected={isSelected?.(row)}
              tabIndex={index === place ? 0 : -1}
              className={`${styles['row']} ${styles['placed']}`}
              style={{ ...tracks, transform: `translateY(${start}px)` }}
              onFocus={() => keyOf(row) !== current && onCurrent(row)}
              onDoubleClick={() => onOpen(row)}
            >
              {columns.map(({ id, cell, figures = false }) => (
                <div key={id} role="gridcell" className={`cut ${figures ? styles['figures'] : ''}`}>
                  {cell(row)}
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function rowAt(grid: HTMLElement | null, place: number): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-place="${place}"]`) ?? null
}

/** The height of a row in pixels, as density and pointer decide. */
function rowHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || 32
}
