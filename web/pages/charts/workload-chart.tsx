import type { Outputs } from '../../api/client.ts'
import { ChartFigure } from '../../kit/chart/chart-figure.tsx'
import { StackedBars } from '../../kit/chart/stacked-bars.tsx'
import { formatCount, formatNumber, t } from '../../languages/t.ts'

/** Open and overdue comments of each triager. */
export function WorkloadChart({ workload: { rows } }: { workload: Outputs['reviews']['projectWorkload'] }) {
  const assigned = rows.reduce((sum, row) => sum + row.assigned, 0)
  const overdue = rows.reduce((sum, row) => sum + row.overdue, 0)
  return (
    <ChartFigure
      title={t('Triage workload')}
      summary={
        rows.length === 0
          ? t('No open comment is assigned')
          : t('{openComments} assigned to {triagers}, {overdue} overdue', {
              openComments: formatCount(assigned, 'open comment'),
              triagers: formatCount(rows.length, 'triager'),
              overdue: formatNumber(overdue),
            })
      }
      data={{
        columns: [t('Triager'), t('Assigned'), t('Overdue')],
        rows: rows.map(({ user, assigned, overdue: late }) => [user.name, assigned, late]),
      }}
    >
      {rows.length > 0 && (
        <StackedBars
          series={[
            { label: t('On time'), hue: 'blue', icon: 'check' },
            { label: t('Overdue'), hue: 'vermilion', icon: 'clock', hatched: true },
          ]}
          rows={rows.map(({ user, assigned, overdue: late }) => ({
            id: user.id,
            label: user.name,
            values: [assigned - late, late],
          }))}
        />
      )}
    </ChartFigure>
  )
}
