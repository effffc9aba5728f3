import type { ReactNode } from 'react'
import { translateWarning } from '../../api/errors.ts'
import { Table, type TableColumn } from '../../kit/table.tsx'
import { formatNumber, t } from '../../languages/t.ts'
import { ImportStep } from './import-step.tsx'
import styles from './report.module.css'

const MAX_ROWS = 300

/** A report with a row for each imported row; very long reports are cut, with a note. */
export function Report<T>({
  label,
  columns,
  rows,
  row,
}: {
  label: string
  columns: readonly TableColumn[]
  rows: readonly T[]
  row: (row: T, index: number) => ReactNode
}) {
  return (
    <>
      {/* Can be scrolled with keys too. */}
      <section className={styles['report']} aria-label={t('{label}, row by row', { label })} tabIndex={0}>
        <Table label={label} columns={columns}>
          {rows.slice(0, MAX_ROWS).map(row)}
        </Table>
      </section>
      {rows.length > MAX_ROWS && (
        <p className="muted small">
          {t(
            { count: rows.length - MAX_ROWS, one: '{rows} more row', other: '{rows} more rows' },
            { rows: formatNumber(rows.length - MAX_ROWS) },
          )}
        </p>
      )}
    </>
  )
}

/** Joins the first phrase and the counts that are not 0 into one sentence. */
export function joinCounts(
  first: string,
  others: readonly (readonly [count: number, words: string])[],
): string {
  const parts = others.filter(([count]) => count > 0)
  return `${[first, ...parts.map(([count, label]) => `${formatNumber(count)} ${label}`)].join(', ')}.`
}

/** The warnings of the service. */
export function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <ImportStep>
      <p className="strong">
        {t(
          { count: warnings.length, one: '1 note', other: '{warnings} notes' },
          { warnings: formatNumber(warnings.length) },
        )}
      </p>
      <ul className={styles['warnings']} tabIndex={0} aria-label={t('Warnings')}>
        {warnings.map((warning, index) => (
          <li key={`${index} ${warning}`}>{translateWarning(warning)}</li>
        ))}
      </ul>
    </ImportStep>
  )
}
