import type { Outputs } from '../../api/client.ts'
import { ChartFigure } from '../../kit/chart/chart-figure.tsx'
import { StackedBars } from '../../kit/chart/stacked-bars.tsx'
import { formatCount, formatNumber, t } from '../../languages/t.ts'
import { SECTION_LABELS } from '../authoring/section-labels.ts'
import { listDecisionParts } from './decision-parts.ts'

type Breakdown = Outputs['reviews']['componentWorkload']

interface Group {
  label: string
  by_triage_status: Record<string, number>
  total: number
}

/** Comments by section and by organization, and the age of open comments. */
export function BreakdownCharts({ breakdown }: { breakdown: Breakdown }) {
  const sections = breakdown.sections.map(({ section, ...counts }) => ({
    ...counts,
    label: section === null ? t('No section') : SECTION_LABELS[section],
  }))
  const organizations = breakdown.organizations.map(({ organization, ...counts }) => ({
    ...counts,
    label: organization ?? t('Imported, without an account'),
  }))
  const ages = breakdown.open_ages.map(({ from_days: firstDay, to_days: lastDay, ...counts }) => ({
    ...counts,
    label:
      lastDay === null
        ? t('More than {days} days', { days: firstDay - 1 })
        : t('{from} to {to} days', { from: firstDay, to: lastDay }),
  }))
  const open = ages.reduce((sum, { total }) => sum + total, 0)
  const old = breakdown.open_ages.reduce(
    (sum, { from_days: firstDay, total }) => sum + (firstDay > 30 ? total : 0),
    0,
  )
  return (
    <>
      <GroupChart title={t('Decisions by section')} column={t('Section')} groups={sections} />
      <GroupChart title={t('Decisions by organization')} column={t('Organization')} groups={organizations} />
      <GroupChart
        title={t('Age of open comments')}
        column={t('Posted')}
        groups={ages}
        summary={t('{comments} open, {count} of them for more than 30 days', {
          comments: formatCount(open, 'comment'),
          count: formatNumber(old),
        })}
      />
    </>
  )
}

/** A bar of decisions for each group of comments; nothing without comments. */
function GroupChart({
  title,
  column,
  groups,
  summary,
}: {
  title: string
  /** The heading of the groups in the table. */
  column: string
  groups: readonly Group[]
  summary?: string
}) {
  if (groups.length === 0) return null
  const parts = listDecisionParts(groups)
  const largestGroup = groups.reduce((largest, group) => (group.total > largest.total ? group : largest))
  return (
    <ChartFigure
      title={title}
      summary={
        summary ??
        t('Most comments: {label}, {total}', {
          label: largestGroup.label,
          total: formatNumber(largestGroup.total),
        })
      }
      data={{
        columns: [column, ...parts.map(({ label }) => label), t('All')],
        rows: groups.map(({ label, total }, index) => [
          label,
          ...parts.map(({ values }) => values[index] ?? 0),
          total,
        ]),
      }}
    >
      <StackedBars
        series={parts}
        rows={groups.map(({ label }, index) => ({
          id: label,
          label,
          values: parts.map(({ values }) => values[index] ?? 0),
        }))}
      />
    </ChartFigure>
  )
}
