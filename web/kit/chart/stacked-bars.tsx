import { scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import type { ReactNode } from 'react'
import { formatNumber } from '../../languages/t.ts'
import { Icon, type IconName } from '../icon.tsx'
import styles from './stacked-bars.module.css'

/** `rest` is the remaining work, in a muted color. */
export type BarHue = 'teal' | 'amber' | 'vermilion' | 'purple' | 'blue' | 'indigo' | 'grey' | 'rest'

/** A part of each bar, such as a status. */
export interface Series {
  label: string
  /** Replaces the label in the legend, such as with a link. */
  name?: ReactNode
  hue: BarHue
  icon?: IconName
  /** Hatches the bar, to distinguish it from another series of the same hue. */
  hatched?: boolean
}

export interface BarRow {
  id: string | number
  label: string
  /** Replaces the label at the start of the row, such as with a link. */
  name?: ReactNode
  /** One value for each series. */
  values: readonly number[]
}

const WIDTH = 1000
const HEIGHT = 20
const GAP = 3

/** Horizontal stacked bars, one for each row, on one scale. The legend names every series. */
export function StackedBars({
  series,
  rows,
  single = false,
  overlapping = false,
}: {
  series: readonly Series[]
  rows: readonly BarRow[]
  /** Draws one thick bar without a label; the legend has a line for each series. */
  single?: boolean
  /** An item may be in several rows, so the legend has no totals. */
  overlapping?: boolean
}) {
  const totals = rows.map(({ values }) => sum(values))
  const maximum = Math.max(1, ...totals)
  const legend = (
    <Legend series={series} rows={overlapping ? null : rows} variant={single ? 'parts' : 'legend'} />
  )
  return (
    <>
      {!single && legend}
      <ul className={single ? styles['single'] : styles['rows']}>
        {rows.map((row, index) => {
          const total = totals[index] ?? 0
          return (
            <li key={row.id}>
              {!single && <span className={styles['name']}>{row.name ?? row.label}</span>}
              <Drawing row={row} series={series} max={maximum} />
              {!single && <span className={styles['total']}>{formatNumber(total)}</span>}
            </li>
          )
        })}
      </ul>
      {single && legend}
    </>
  )
}

function Drawing({ row, series, max }: { row: BarRow; series: readonly Series[]; max: number }) {
  const scale = scaleLinear<number>({ domain: [0, max], range: [0, WIDTH] })
  return (
    <svg
      className={styles['bar']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles['track']} width={WIDTH} height={HEIGHT} />
      {row.values.map((value, index) => {
        const segment = series[index]
        if (value === 0 || !segment) return null
        const start = scale(sum(row.values.slice(0, index)))
        const width = Math.max(scale(value) - GAP, 1)
        const bar = { x: start, y: 0, width, height: HEIGHT }
        return (
          <g key={segment.label}>
            <Bar {...bar} className={styles[segment.hue] ?? ''} />
            {segment.hatched && <Hatching x={start} width={width} />}
          </g>
        )
      })}
    </svg>
  )
}

function Hatching({ x, width }: { x: number; width: number }) {
  const lines = Array.from({ length: Math.floor(width / 12) }, (_, index) => x + 6 + index * 12)
  return lines.map((position) => (
    <line key={position} className={styles['hatch']} x1={position} x2={position} y1={0} y2={HEIGHT} />
  ))
}

function Legend({
  series,
  rows,
  variant,
}: {
  series: readonly Series[]
  /** The rows to add up; null without totals. */
  rows: readonly BarRow[] | null
  variant: 'legend' | 'parts'
}) {
  return (
    <ul className={styles[variant]}>
      {series.map(({ label, name, hue, icon, hatched }, index) => {
        const count = rows && sum(rows.map(({ values }) => values[index] ?? 0))
        return (
          <li key={label}>
            <svg className={styles['swatch']} viewBox="0 0 12 12" aria-hidden="true">
              <rect className={styles[hue]} width="12" height="12" />
              {hatched && <line className={styles['hatch']} x1="6" x2="6" y1="0" y2="12" />}
            </svg>
            {icon && <Icon name={icon} />}
            <span>{name || label}</span>
            {count !== null && <b>{formatNumber(count)}</b>}
          </li>
        )
      })}
    </ul>
  )
}

function sum(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
