import { useQuery } from '@tanstack/react-query'
import { roleAtLeast } from '../../../src/vocabulary.ts'
import { api } from '../../api/client.ts'
import type { DayMark } from '../../kit/chart/area-chart.tsx'
import { t } from '../../languages/t.ts'
import type { Summary } from '../components/phase.ts'
import { BreakdownCharts } from './breakdown-charts.tsx'
import { ChartGrid } from './chart-grid.tsx'
import { ControlCoverageChart } from './control-coverage-chart.tsx'
import { FamilyChart } from './family-chart.tsx'
import { OpenCommentsChart } from './open-comments-chart.tsx'
import { SrgCoverageChart } from './srg-coverage-chart.tsx'
import styles from './component-charts.module.css'

/** The charts of a component: open comments over time, decisions in groups, progress by control family. */
export function ComponentCharts({ summary }: { summary: Summary }) {
  const { id, effective_permissions: role } = summary
  const { data: series } = useQuery(
    api.reviews.componentSeries.queryOptions({ componentId: id }, { enabled: role !== null }),
  )
  const { data: breakdown } = useQuery(
    api.reviews.componentWorkload.queryOptions({ componentId: id }, { enabled: roleAtLeast(role, 'author') }),
  )
  const { data: srg } = useQuery(api.components.srgCoverage.queryOptions({ id }))
  const { data: stats } = useQuery(api.components.stats.queryOptions({ id }))
  const { data: coverage } = useQuery(api.controls.list.queryOptions({ component_id: id }))
  return (
    <ChartGrid>
      {srg && <SrgCoverageChart coverage={srg} />}
      {role !== null && (
        <div className={styles['reserved']}>
          {series && <OpenCommentsChart series={series} marks={listMarks(summary)} />}
        </div>
      )}
      {breakdown && <BreakdownCharts breakdown={breakdown} />}
      {coverage && stats && (
        <FamilyChart coverage={coverage} total={stats.rule_count} search={{ component_id: id }} />
      )}
      {coverage && <ControlCoverageChart coverage={coverage} search={{ component_id: id }} />}
    </ChartGrid>
  )
}

/** The start and the end of the comment period. */
function listMarks({ comment_period_starts_at: start, comment_period_ends_at: end }: Summary): DayMark[] {
  return [
    ...(start === null ? [] : [{ day: start.slice(0, 10), label: t('Period opens') }]),
    ...(end === null ? [] : [{ day: end.slice(0, 10), label: t('Period ends') }]),
  ]
}
