import type { Outputs } from '../../api/client.ts'
import { ChartFigure } from '../../kit/chart/chart-figure.tsx'
import { StackedBars, type BarRow, type Series } from '../../kit/chart/stacked-bars.tsx'
import { Link } from '../../kit/link.tsx'
import { formatCount, formatNumber, t } from '../../languages/t.ts'

const SERIES: readonly Series[] = [
  { label: t('Determined'), hue: 'blue', icon: 'check' },
  { label: t('Not yet determined'), hue: 'rest', icon: 'dotted' },
]

/** How many requirements of each component are determined. */
export function ComponentProgressChart({ stats }: { stats: Outputs['components']['projectStats'] }) {
  const rows = stats.components.map(({ id, name, rule_count: count, completion_pct: percent }) => {
    const determined = Math.round((count * (percent ?? 0)) / 100)
    return { id, name, determined, left: count - determined }
  })
  const { rule_count: total, rules_by_status_by_type: types } = stats.aggregate
  // The percentages are rounded; these counts are exact.
  const determined = total - types.stig.not_yet_determined - types.srg.not_yet_determined
  return (
    <ChartFigure
      title={t('Progress by component')}
      summary={t('{determined} of {requirements} determined', {
        determined: formatNumber(determined),
        requirements: formatCount(total, 'requirement'),
      })}
      data={{
        columns: [t('Component'), t('Determined'), t('Not yet determined')],
        rows: rows.map(({ name, determined: done, left: undetermined }) => [name, done, undetermined]),
      }}
    >
      <StackedBars
        series={SERIES}
        rows={rows.map(({ id, name, determined: done, left: undetermined }): BarRow => ({
          id,
          label: name,
          name: (
            <Link to="/components/$id" params={{ id }}>
              {name}
            </Link>
          ),
          values: [done, undetermined],
        }))}
      />
    </ChartFigure>
  )
}
