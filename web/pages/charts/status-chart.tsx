import type { ReactNode } from 'react'
import { NOT_YET_DETERMINED, listAllowedStatuses, toStatusKey } from '../../../src/vocabulary.ts'
import type { Outputs } from '../../api/client.ts'
import { ChartFigure } from '../../kit/chart/chart-figure.tsx'
import { StackedBars, type Series } from '../../kit/chart/stacked-bars.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { formatCount, formatNumber, t } from '../../languages/t.ts'
import { STATUS_STYLES } from '../authoring/labels.ts'
import { toPercent } from './percent.ts'

/** The requirements of a component by status, as one bar; each status links to its requirements. */
export function StatusChart({
  componentId,
  stats,
  children,
}: {
  componentId: number
  stats: Outputs['components']['stats']
  /** Below the bar and its legend. */
  children?: ReactNode
}) {
  const counts = new Map<string, number>(Object.entries(stats.rules_by_status))
  // The remaining work is at the end of the bar.
  const statuses = listAllowedStatuses(stats.document_type).toSorted(
    (a, b) => Number(a === NOT_YET_DETERMINED) - Number(b === NOT_YET_DETERMINED),
  )
  const parts = statuses.map((status) => ({
    ...STATUS_STYLES[status],
    status,
    count: counts.get(toStatusKey(status)) ?? 0,
    isNotApplicable: status === 'Not Applicable',
  }))
  const { rule_count: total } = stats
  const undetermined = stats.rules_by_status.not_yet_determined
  const series = parts.map(({ status, label, hue, icon, count, isNotApplicable }): Series => ({
    label,
    name: count > 0 && (
      <AddressLink to={`/components/${componentId}/edit`} search={{ status }}>
        {label}
      </AddressLink>
    ),
    hue: status === NOT_YET_DETERMINED ? 'rest' : hue,
    icon,
    hatched: isNotApplicable,
  }))
  return (
    <ChartFigure
      isLead
      title={t('Requirements by status')}
      summary={t('{total} of {requirements} determined', {
        total: formatNumber(total - undetermined),
        requirements: formatCount(total, 'requirement'),
      })}
      data={{
        columns: [t('Status'), t('Requirements'), t('Percent')],
        rows: parts.map(({ label, count }) => [label, count, toPercent(count, total)]),
      }}
    >
      <StackedBars
        single
        series={series}
        rows={[{ id: 'all', label: t('All requirements'), values: parts.map(({ count }) => count) }]}
      />
      {children}
    </ChartFigure>
  )
}
