import { useQuery } from '@tanstack/react-query'
import { roleAtLeast } from '../../../src/vocabulary.ts'
import { api, type Outputs } from '../../api/client.ts'
import { Skeleton } from '../../app/states.tsx'
import { BreakdownCharts } from './breakdown-charts.tsx'
import { ChartGrid } from './chart-grid.tsx'
import { ControlCoverageChart } from './control-coverage-chart.tsx'
import { DecisionChart } from './decision-chart.tsx'
import { FamilyChart } from './family-chart.tsx'
import { OpenCommentsChart } from './open-comments-chart.tsx'
import { ComponentProgressChart } from './project-progress-chart.tsx'
import { WorkloadChart } from './workload-chart.tsx'

/** The charts of a project: progress by component, comments, workload, control families. */
export function ProjectCharts({ project }: { project: Outputs['projects']['show'] }) {
  const { id, effective_permissions: role } = project
  const isTriager = roleAtLeast(role, 'author')
  const { data: stats, isPending: noStats } = useQuery(api.components.projectStats.queryOptions({ id }))
  const { data: triage, isPending: noTriage } = useQuery(
    api.reviews.projectTriageSummary.queryOptions({ id }),
  )
  const { data: series, isPending: noSeries } = useQuery(
    api.reviews.projectSeries.queryOptions({ projectId: id }),
  )
  const { data: coverage, isPending: noCoverage } = useQuery(
    api.controls.list.queryOptions({ project_id: id }),
  )
  const { data: workload, isPending: noWorkload } = useQuery(
    api.reviews.projectWorkload.queryOptions({ projectId: id }, { enabled: isTriager }),
  )
  // Render all charts at once: charts that appear one by one would move those below.
  if (noStats || noTriage || noSeries || noCoverage || (isTriager && noWorkload)) {
    return <Skeleton count={8} />
  }
  return (
    <ChartGrid>
      {stats && <ComponentProgressChart stats={stats} />}
      {triage && <DecisionChart triage={triage} />}
      {series && <OpenCommentsChart series={series} marks={[]} />}
      {workload && <WorkloadChart workload={workload} />}
      {workload && <BreakdownCharts breakdown={workload} />}
      {coverage && stats && (
        <FamilyChart coverage={coverage} total={stats.aggregate.rule_count} search={{ project_id: id }} />
      )}
      {coverage && <ControlCoverageChart coverage={coverage} search={{ project_id: id }} />}
    </ChartGrid>
  )
}
