import type { ReactNode } from 'react'
import styles from './table.module.css'

export interface TableColumn {
  /** The caption above the table; for screen readers only when `quiet`. */
  label: string
  quiet?: boolean
  /** Aligns figures and buttons at the end of the column. */
  end?: boolean
  /** Hidden on phones. */
  wide?: boolean
}

/** A table with a few hundred rows at most, all in the DOM. Use `Grid` for longer tables. */
export function Table({
  label,
  columns,
  even = false,
  children,
}: {
  label: string
  columns: readonly TableColumn[]
  /** Uses fixed column widths, so that several tables of a page align. */
  even?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles['scroll']}>
      <table className={`${styles['table']} ${even ? styles['even'] : ''}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ label, quiet = false, end = false, wide = false }) => (
              <th key={label} scope="col" className={toCellClass({ end, wide })}>
                <span className={quiet ? 'visually-hidden' : ''}>{label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** A cell; `head` marks the row header. */
export function Cell({
  children,
  head = false,
  end = false,
  wide = false,
}: {
  children?: ReactNode
  head?: boolean
  end?: boolean
  wide?: boolean
}) {
  const Tag = head ? 'th' : 'td'
  return (
    <Tag className={toCellClass({ end, wide })} {...(head ? { scope: 'row' as const } : {})}>
      {children}
    </Tag>
  )
}

/** The name of a row, with a muted description below it. */
export function RowName({ children, description }: { children: ReactNode; description?: ReactNode }) {
  return (
    <>
      <span className={styles['name']}>{children}</span>
      {description !== undefined && description !== null && (
        <span className={styles['about']}>{description}</span>
      )}
    </>
  )
}

function toCellClass({ end, wide }: { end: boolean; wide: boolean }): string {
  return [end && styles['end'], wide && styles['wide']].filter(Boolean).join(' ')
}
