import { AreaChart, type DayMark } from '../../kit/chart/area-chart.tsx'
import { ChartFigure } from '../../kit/chart/chart-figure.tsx'
import { counted } from '../components/phase.ts'
import { openByDay, type CommentSeries } from './open-by-day.ts'

/** How many comments were open on each day of the last month, with the dates of the comment period. */
export function OpenCommentsChart({ series, marks }: { series: CommentSeries; marks: readonly DayMark[] }) {
  const days = openByDay(series)
  const last = days.at(-1)
  const most = days.reduce((found, day) => (day.open > (found?.open ?? -1) ? day : found), days[0])
  if (!last || !most) return null
  const summary = `${counted(last.open, 'comment')} open on ${last.day}; most open: ${most.open} on ${most.day}`
  return (
    <ChartFigure
      title="Open comments over time"
      summary={summary}
      data={{
        columns: ['Day', 'Posted', 'Decided', 'Closed', 'Open'],
        rows: days.map(({ day, posted, decided, closed, open }) => [day, posted, decided, closed, open]),
      }}
    >
      <AreaChart label={summary} days={days.map(({ day, open }) => ({ day, value: open }))} marks={marks} />
    </ChartFigure>
  )
}
