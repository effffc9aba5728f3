import type { ReactNode } from 'react'
import { Table, type TableColumn } from '../../kit/table.tsx'
import { locale, t } from '../../languages/t.ts'
import styles from './interchange.module.css'

const MOST = 300

/** A row of the report for each row that was looked at; very long ones are cut, and say so. */
export function Report<T>({
  label,
  columns,
  rows,
  row,
}: {
  label: string
  columns: readonly TableColumn[]
  rows: readonly T[]
  row: (one: T, place: number) => ReactNode
}) {
  return (
    <>
      {/* Scrolled by keys too. */}
      <section className={styles['report']} aria-label={t('{label}, row by row', { label })} tabIndex={0}>
        <Table label={label} columns={columns}>
          {rows.slice(0, MOST).map(row)}
        </Table>
      </section>
      {rows.length > MOST && (
        <p className="muted small">
          {t('{rows} more rows', { rows: (rows.length - MOST).toLocaleString(locale) })}
        </p>
      )}
    </>
  )
}

/** What a trial comes to, in a sentence; of the others what there is. */
export function sumOf(first: string, others: readonly (readonly [count: number, words: string])[]): string {
  const told = others.filter(([count]) => count > 0)
  return `${[first, ...told.map(([count, words]) => `${count.toLocaleString(locale)} ${words}`)].join(', ')}.`
}

/** What the service noted that no one has to act on. */
export function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <section className={styles['step']}>
      <p className="strong">
        {t(
          { count: warnings.length, one: '1 note', other: '{warnings} notes' },
          { warnings: warnings.length },
        )}
      </p>
      <ul className={styles['warnings']} tabIndex={0} aria-label={t('Warnings')}>
        {warnings.map((warning, place) => (
          <li key={`${place} ${warning}`}>{warning}</li>
        ))}
      </ul>
    </section>
  )
}
