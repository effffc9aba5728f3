import { SECTIONS } from '../../../src/vocabulary.ts'
import type { Outputs } from '../../api/client.ts'
import { ChartFigure } from '../../kit/chart/chart-figure.tsx'
import { StackedBars } from '../../kit/chart/stacked-bars.tsx'
import { counted } from '../components/phase.ts'
import { decisionParts } from './decision-parts.ts'

type Breakdown = Outputs['reviews']['componentWorkload']

interface Group {
  label: string
  by_triage_status: Record<string, number>
  total: number
}

/** Comments by section and by organization, and how long the open ones have been waiting. */
export function BreakdownCharts({ breakdown }: { breakdown: Breakdown }) {
  const sections = breakdown.sections.map(({ section, ...counts }) => ({
    ...counts,
    label: section === null ? 'No section' : SECTIONS[section],
  }))
  const organizations = breakdown.organizations.map(({ organization, ...counts }) => ({
    ...counts,
    label: organization ?? 'Imported, without an account',
  }))
  const ages = breakdown.open_ages.map(({ from_days: from, to_days: to, ...counts }) => ({
    ...counts,
    label: to === null ? `More than ${from - 1} days` : `${from} to ${to} days`,
  }))
  const open = ages.reduce((sum, { total }) => sum + total, 0)
  const old = breakdown.open_ages.reduce(
    (sum, { from_days: from, total }) => sum + (from > 30 ? total : 0),
    0,
  )
  return (
    <>
      <GroupChart title="Decisions by section" column="Section" groups={sections} />
      <GroupChart title="Decisions by organization" column="Organization" groups={organizations} />
      <GroupChart
        title="Age of open comments"
        column="Posted"
        groups={ages}
        summary={`${counted(open, 'comment')} open, ${old} of them for more than 30 days`}
      />
    </>
  )
}

/** A bar for each group of comments, made of their decisions; nothing without comments. */
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
  const parts = decisionParts(groups)
  const most = groups.reduce((found, group) => (group.total > found.total ? group : found))
  return (
    <ChartFigure
      title={title}
      summary={summary ?? `Most comments: ${most.label}, ${most.total.toLocaleString('en-US')}`}
      data={{
        columns: [column, ...parts.map(({ label }) => label), 'All'],
        rows: groups.map(({ label, total }, at) => [
          label,
          ...parts.map(({ values }) => values[at] ?? 0),
          total,
        ]),
      }}
    >
      <StackedBars
        series={parts}
        rows={groups.map(({ label }, at) => ({
          id: label,
          label,
          values: parts.map(({ values }) => values[at] ?? 0),
        }))}
      />
    </ChartFigure>
  )
}
