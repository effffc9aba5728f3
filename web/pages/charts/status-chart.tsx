import { statusesOf, statusKey } from '../../../src/vocabulary.ts'
import type { Outputs } from '../../api/client.ts'
import { ChartFigure } from '../../kit/chart/chart-figure.tsx'
import { StackedBars, type Series } from '../../kit/chart/stacked-bars.tsx'
import { counted, t } from '../../languages/t.ts'
import { STATUS_STYLES } from '../authoring/labels.ts'
import { percentOf } from './percent.ts'

/** The requirements of a component by status, as one bar. */
export function StatusChart({ stats }: { stats: Outputs['components']['stats'] }) {
  const counts = new Map<string, number>(Object.entries(stats.rules_by_status))
  const parts = statusesOf(stats.document_type).map((status) => ({
    ...STATUS_STYLES[status],
    count: counts.get(statusKey(status)) ?? 0,
    isNotApplicable: status === 'Not Applicable',
  }))
  const { rule_count: total } = stats
  const undetermined = stats.rules_by_status.not_yet_determined
  const series = parts.map(({ words, hue, icon, isNotApplicable }): Series => ({
    label: words,
    hue,
    icon,
    hatched: isNotApplicable,
  }))
  return (
    <ChartFigure
      title={t('Requirements by status')}
      summary={t('{total} of {requirements} determined', {
        total: total - undetermined,
        requirements: counted(total, 'requirement'),
      })}
      data={{
        columns: [t('Status'), t('Requirements'), t('Percent')],
        rows: parts.map(({ words, count }) => [words, count, percentOf(count, total)]),
      }}
    >
      <StackedBars
        single
        series={series}
        rows={[{ id: 'all', label: t('All requirements'), values: parts.map(({ count }) => count) }]}
      />
    </ChartFigure>
  )
}
