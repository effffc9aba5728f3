import type { Outputs } from '../../api/client.ts'
import { ChartFigure } from '../../kit/chart/chart-figure.tsx'
import { StackedBars } from '../../kit/chart/stacked-bars.tsx'
import { Link } from '../../kit/link.tsx'
import { formatCount, formatNumber, t } from '../../languages/t.ts'

const MAX_BARS = 12

/** The projects with most undecided comments, compared with all their comments. */
export function PortfolioChart({ projects }: { projects: readonly Outputs['projects']['list'][number][] }) {
  const known = projects
    .filter(({ total_comment_count: total }) => total > 0)
    .toSorted((a, b) => b.pending_comment_count - a.pending_comment_count || a.id - b.id)
  const pendingTotal = known.reduce((sum, project) => sum + project.pending_comment_count, 0)
  const total = known.reduce((sum, project) => sum + project.total_comment_count, 0)
  if (known.length < 2) return null
  return (
    <ChartFigure
      title={t('Comments by project')}
      summary={t('{pending} of {comments} pending, in {projects}', {
        pending: formatNumber(pendingTotal),
        comments: formatCount(total, 'comment'),
        projects: formatCount(known.length, 'project'),
      })}
      data={{
        columns: [t('Project'), t('Pending'), t('Other')],
        rows: known.map(({ name, pending_comment_count: pending, total_comment_count: all }) => [
          name,
          pending,
          all - pending,
        ]),
      }}
    >
      <StackedBars
        series={[
          { label: t('Pending'), hue: 'amber', icon: 'circle' },
          { label: t('Other'), hue: 'rest', icon: 'check' },
        ]}
        rows={known
          .slice(0, MAX_BARS)
          .map(({ id, name, pending_comment_count: pending, total_comment_count: all }) => ({
            id,
            label: name,
            name: (
              <Link to="/projects/$id" params={{ id }}>
                {name}
              </Link>
            ),
            values: [pending, all - pending],
          }))}
      />
    </ChartFigure>
  )
}
