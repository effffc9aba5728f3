import { formatCalendarDate } from '../../api/time.ts'
import { AreaChart, type DayMark } from '../../kit/chart/area-chart.tsx'
import { ChartFigure } from '../../kit/chart/chart-figure.tsx'
import { formatCount, t } from '../../languages/t.ts'
import { openByDay, type CommentSeries } from './open-by-day.ts'

/** Open comments on each day of the last month, with the dates of the comment period. */
export function OpenCommentsChart({ series, marks }: { series: CommentSeries; marks: readonly DayMark[] }) {
  const days = openByDay(series)
  const last = days.at(-1)
  const busiestDay = days.reduce(
    (largest, day) => (day.open > (largest?.open ?? -1) ? day : largest),
    days[0],
  )
  if (!last || !busiestDay) return null
  const summary = t('{comments} open on {day}; most open: {open} on {day2}', {
    comments: formatCount(last.open, 'comment'),
    day: formatCalendarDate(last.day),
    open: busiestDay.open,
    day2: formatCalendarDate(busiestDay.day),
  })
  return (
    <ChartFigure
      title={t('Open comments over time')}
      summary={summary}
      data={{
        columns: [t('Day'), t('Posted'), t('Decided'), t('Closed'), t('Open')],
        rows: days.map(({ day, posted, decided, closed, open }) => [day, posted, decided, closed, open]),
      }}
    >
      <AreaChart label={summary} days={days.map(({ day, open }) => ({ day, value: open }))} marks={marks} />
    </ChartFigure>
  )
}
