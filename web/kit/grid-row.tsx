import { memo, type ReactNode } from 'react'
import styles from './grid-row.module.css'

export interface Column<T> {
  id: string
  head: ReactNode
  /** A track of a CSS grid: `120px`, `minmax(0, 1fr)`. */
  width: string
  cell: (row: T) => ReactNode
  /** Lets the text wrap to two lines if the rows of the grid are high enough. */
  wraps?: boolean
  /** Aligns figures at the end of the column. */
  figures?: boolean
  /** The sort order by this column; absent if it can't be sorted. */
  sorted?: 'ascending' | 'descending' | 'none'
}

/** The row with the names of the columns. */
export function GridHead<T>({
  columns,
  tracks,
}: {
  columns: readonly Column<T>[]
  tracks: { gridTemplateColumns: string }
}) {
  return (
    <div role="rowgroup" className={styles['head']}>
      <div role="row" aria-rowindex={1} className={styles['row']} style={tracks}>
        {columns.map(({ id, head, figures = false, sorted }) => (
          <div key={id} role="columnheader" aria-sort={sorted} className={figures ? styles['figures'] : ''}>
            {head}
          </div>
        ))}
      </div>
    </div>
  )
}

interface GridRowProps<T> {
  row: T
  index: number
  start: number
  columns: readonly Column<T>[]
  tracks: { gridTemplateColumns: string; height: number }
  isCurrent: boolean
  isSelected: boolean | undefined
  /** Whether this row is the only tab stop of the table. */
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
      data-index={index}
      aria-rowindex={index + 2}
      aria-current={isCurrent ? 'true' : undefined}
      aria-selected={isSelected}
      tabIndex={isStop ? 0 : -1}
      className={`${styles['row']} ${styles['placed']}`}
      style={{ ...tracks, top: start }}
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

/** A row that renders again only when its data, the columns or its state change, not on scrolling. */
export const GridRow = memo(PlainGridRow) as typeof PlainGridRow
