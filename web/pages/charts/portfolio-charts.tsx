import { useQuery } from '@tanstack/react-query'
import { api, type Outputs } from '../../api/client.ts'
import { Skeleton } from '../../app/states.tsx'
import { formatCount, t } from '../../languages/t.ts'
import { BreakdownCharts } from './breakdown-charts.tsx'
import { ChartGrid } from './chart-grid.tsx'
import { DecisionChart } from './decision-chart.tsx'
import { OpenCommentsChart } from './open-comments-chart.tsx'
import { PortfolioChart } from './portfolio-chart.tsx'
import { ProjectsProgressChart } from './projects-progress-chart.tsx'
import { WorkloadChart } from './workload-chart.tsx'

/** The user's projects together: progress, and comments by project, decision, day, triager, section and age. */
export function PortfolioCharts({
  projects,
  isFiltered = false,
}: {
  projects: readonly Outputs['projects']['list'][number][]
  /** Whether these are some of the user's projects; then only the charts by project are shown. */
  isFiltered?: boolean
}) {
  const { data: figures, isPending: isCounting } = useQuery(api.projects.commentFigures.queryOptions())
  const { isPending } = useQuery(api.projects.progress.queryOptions())
  const hasComments = !isFiltered && figures !== undefined && figures.summary.total > 0
  // Render all charts at once: charts that appear one by one would move those below.
  if (isCounting || isPending) return <Skeleton count={8} />
  return (
    <>
      <ChartGrid>
        <ProjectsProgressChart projects={projects} />
        <PortfolioChart projects={projects} />
        {hasComments && (
          <>
            <DecisionChart triage={figures.summary} />
            <OpenCommentsChart series={figures.series} marks={[]} />
          </>
        )}
        {hasComments && figures.workload && (
          <>
            <WorkloadChart workload={figures.workload} />
            <BreakdownCharts breakdown={figures.workload} />
          </>
        )}
      </ChartGrid>
      {hasComments && figures.projects_left_out > 0 && (
        <p className="muted small">
          {t('Comments of {projects} are not counted: the charts cover those with most pending comments.', {
            projects: formatCount(figures.projects_left_out, 'project'),
          })}
        </p>
      )}
    </>
  )
}
