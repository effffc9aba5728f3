import type { ReactNode } from 'react'
import { isDate, formatCalendarDate } from '../../api/time.ts'
import { formatNumber, lowerFirst, t } from '../../languages/t.ts'
import { toCsvAddress, type ChartData } from './chart-data.ts'
import styles from './chart-figure.module.css'

/**
 * A chart with its title, a summary, its figures as a table, and a CSV download. Screen readers get the summary and the
 * table instead of the drawing.
 */
export function ChartFigure({
  title,
  summary,
  data,
  children,
  isLead = false,
}: {
  title: string
  summary: string
  /** Whether the summary is the most important part, and larger. */
  isLead?: boolean
  data: ChartData
  /** The drawing. */
  children: ReactNode
}) {
  return (
    <figure className={styles['figure']} aria-label={title}>
      <figcaption>
        <h2>{title}</h2>
        <p className={isLead ? styles['lead'] : 'muted small'}>{summary}</p>
      </figcaption>
      {children}
      <details className={styles['data']}>
        <summary>{t('Table of {title}', { title: lowerFirst(title) })}</summary>
        <DataTable title={title} data={data} />
        <a href={toCsvAddress(data)} download={`${title.toLowerCase().replaceAll(' ', '-')}.csv`}>
          {t('Download CSV')}
        </a>
      </details>
    </figure>
  )
}

function DataTable({ title, data: { columns, rows } }: { title: string; data: ChartData }) {
  return (
    <div className={styles['scroll']} role="region" aria-label={t('{title}, table', { title })} tabIndex={0}>
      <table aria-label={title}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name}>
              <th scope="row">
                {typeof name === 'string' && isDate(name) ? formatCalendarDate(name) : name}
              </th>
              {values.map((value, index) => (
                <td key={columns[index + 1]}>{typeof value === 'number' ? formatNumber(value) : value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
