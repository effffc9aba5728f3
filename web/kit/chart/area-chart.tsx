import { scaleLinear, scaleUtc } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { useId } from 'react'
import { dateLocale, formatNumber } from '../../languages/t.ts'
import { findDayAnchor } from './chart-data.ts'
import styles from './area-chart.module.css'

export interface DayValue {
  /** A date, such as `2026-05-01`. */
  day: string
  value: number
}

/** A marked day, such as the start of a comment period. */
export interface DayMark {
  day: string
  label: string
}

const WIDTH = 640
const HEIGHT = 200
const LEFT = 36
const TOP = 22
const BOTTOM = 24
const DAY_LABEL = new Intl.DateTimeFormat(dateLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A daily count as an area, with vertical lines at marked days. */
export function AreaChart({
  label,
  days,
  marks,
}: {
  /** The text for screen readers. */
  label: string
  days: readonly DayValue[]
  marks: readonly DayMark[]
}) {
  const id = useId()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  const dates = scaleUtc({ domain: [toDate(first.day), toDate(last.day)], range: [LEFT, WIDTH - 8] })
  const maximum = Math.max(1, ...days.map(({ value }) => value))
  const counts = scaleLinear<number>({ domain: [0, maximum], range: [HEIGHT - BOTTOM, TOP], nice: true })
  const x = ({ day }: { day: string }) => dates(toDate(day))
  const y = ({ value }: DayValue) => counts(value)
  const visibleMarks = marks.filter(({ day }) => day >= first.day && day <= last.day)
  return (
    <svg className={styles['chart']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={id}>
      <title id={id}>{label}</title>
      {counts
        .ticks(4)
        .filter(Number.isInteger)
        .map((tick) => (
          <g key={tick}>
            <line className={styles['grid']} x1={LEFT} x2={WIDTH} y1={counts(tick)} y2={counts(tick)} />
            <text className={styles['count']} x={LEFT - 6} y={counts(tick)}>
              {formatNumber(tick)}
            </text>
          </g>
        ))}
      {dates.ticks(5).map((tick) => (
        <text
          key={tick.getTime()}
          textAnchor={findDayAnchor(dates(tick), WIDTH)}
          x={dates(tick)}
          y={HEIGHT - 6}
        >
          {DAY_LABEL.format(tick)}
        </text>
      ))}
      <AreaClosed data={[...days]} x={x} y={y} yScale={counts} className={styles['area'] ?? ''} />
      <LinePath data={[...days]} x={x} y={y} className={styles['line'] ?? ''} />
      {visibleMarks.map((mark, index) => (
        <g key={`${mark.day} ${mark.label}`}>
          <line className={styles['mark']} x1={x(mark)} x2={x(mark)} y1={TOP - 6} y2={HEIGHT - BOTTOM} />
          <text
            className={x(mark) > WIDTH / 2 ? styles['endLabel'] : styles['markLabel']}
            x={x(mark)}
            y={10 + (index % 2) * 10}
          >
            {mark.label}
          </text>
        </g>
      ))}
    </svg>
  )
}

function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
