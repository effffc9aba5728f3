import { memo, type ReactNode } from 'react'
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

interface GridRowProps<T> {
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

function PlainGridRow<T>({
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
}: GridRowProps<T>) {
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
export const GridRow = memo(PlainGridRow) as typeof PlainGridRow
