import { useQuery } from '@tanstack/react-query'
import { api, type Outputs } from '../../api/client.ts'
import { ChartFigure } from '../../kit/chart/chart-figure.tsx'
import { StackedBars } from '../../kit/chart/stacked-bars.tsx'
import { Link } from '../../kit/link.tsx'
import { formatCount, formatNumber, t } from '../../languages/t.ts'
import { PROGRESS_SERIES } from './progress-series.ts'

const MAX_BARS = 12

/** Progress of the user's projects, those with most requirements left first. */
export function ProjectsProgressChart({
  projects,
}: {
  projects: readonly Outputs['projects']['list'][number][]
}) {
  const { data } = useQuery(api.projects.progress.queryOptions())
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  const rows = (data ?? [])
    .flatMap(({ id, rule_count: all, determined, locked }) => {
      const name = names.get(id)
      const undetermined = all - determined
      return name === undefined
        ? []
        : [{ id, name, all, left: undetermined, locked, open: Math.max(determined - locked, 0) }]
    })
    .toSorted((a, b) => b.left - a.left || a.id - b.id)
  if (rows.length < 2) return null
  const total = rows.reduce((sum, { all }) => sum + all, 0)
  const totalUndetermined = rows.reduce((sum, row) => sum + row.left, 0)
  return (
    <ChartFigure
      title={t('Progress by project')}
      summary={t('{determined} of {requirements} determined, in {projects}', {
        determined: formatNumber(total - totalUndetermined),
        requirements: formatCount(total, 'requirement'),
        projects: formatCount(rows.length, 'project'),
      })}
      data={{
        columns: [t('Project'), t('Locked'), t('Determined'), t('Not yet determined')],
        rows: rows.map((row) => [row.name, row.locked, row.open, row.left]),
      }}
    >
      <StackedBars
        series={PROGRESS_SERIES}
        rows={rows.slice(0, MAX_BARS).map(({ id, name, locked, open, left: rest }) => ({
          id,
          label: name,
          name: (
            <Link to="/projects/$id" params={{ id }}>
              {name}
            </Link>
          ),
          values: [locked, open, rest],
        }))}
      />
    </ChartFigure>
  )
}
