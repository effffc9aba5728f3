import type { ReactNode } from 'react'
import styles from './table.module.css'

export interface TableColumn {
  /** What stands above it; for screen readers alone when `quiet`. */
  words: string
  quiet?: boolean
  /** Figures and buttons stand at the end of their column. */
  end?: boolean
  /** Not on a phone. */
  wide?: boolean
}

/** A table of a few hundred rows at most, all of them in the page. Longer ones are a `Grid`. */
export function Table({
  label,
  columns,
  even = false,
  children,
}: {
  label: string
  columns: readonly TableColumn[]
  /** Columns of one width, so that several tables of a page stand below each other. */
  even?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles['scroll']}>
      <table className={`${styles['table']} ${even ? styles['even'] : ''}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ words, quiet = false, end = false, wide = false }) => (
              <th key={words} scope="col" className={cellClass({ end, wide })}>
                <span className={quiet ? 'words' : ''}>{words}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** A cell; `head` is the one that names its row. */
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
    <Tag className={cellClass({ end, wide })} {...(head ? { scope: 'row' as const } : {})}>
      {children}
    </Tag>
  )
}

/** The name of a row, and what it is, below it and quieter. */
export function RowName({ children, about }: { children: ReactNode; about?: ReactNode }) {
  return (
    <>
      <span className={styles['name']}>{children}</span>
      {about !== undefined && about !== null && <span className={styles['about']}>{about}</span>}
    </>
  )
}

function cellClass({ end, wide }: { end: boolean; wide: boolean }): string {
  return [end && styles['end'], wide && styles['wide']].filter(Boolean).join(' ')
}
