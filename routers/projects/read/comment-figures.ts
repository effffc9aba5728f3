import { sql } from 'kysely'
import { z } from 'zod'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import type { FigureCache } from '../../../src/procedures/lists/figure-cache.ts'
import { roleAtLeast, type Role } from '../../../src/vocabulary.ts'
import { readBreakdown } from '../../reviews/read/counts/breakdown.ts'
import { createFigureSource } from '../../reviews/read/counts/by-component.ts'
import { CommentSeries } from '../../reviews/read/counts/series.schema.ts'
import { readSeries } from '../../reviews/read/counts/series.ts'
import { readStatusCountsIn } from '../../reviews/read/counts/status-counts.ts'
import { TriageSummary } from '../../reviews/read/counts/triage-summary.schema.ts'
import { toTriageSummary } from '../../reviews/read/counts/triage-summary.ts'
import { readWorkload, Workload } from '../../reviews/read/counts/workload.ts'
import { toDay } from '../../reviews/read/lists/comment-page.ts'

/** Maximum number of projects in one response. */
export const MAX_PROJECTS = 100

/** Comments of all projects of which the caller is a member; workload of those in which they are an author. */
export const CommentFigures = z
  .object({
    projects: z.int().meta({ description: 'Number of projects that are counted.' }),
    projects_left_out: z.int().meta({ description: `Number of projects beyond the first ${MAX_PROJECTS}.` }),
    summary: TriageSummary,
    series: CommentSeries.meta({ description: 'Comments by day, over the last thirty days.' }),
    workload: Workload.nullable().meta({
      description: 'Null if the caller is not an author of any project.',
    }),
  })
  .meta({ id: 'CommentFigures' })
export type CommentFigures = z.infer<typeof CommentFigures>

/** Counts the comments of a user's projects, at most `MAX_PROJECTS`, those with most open comments first. */
export async function readCommentFigures(
  db: Queries,
  figureCache: FigureCache,
  userId: number,
  now: Date,
): Promise<CommentFigures> {
  const projects = await selectOwnProjects(db, userId)
  const counted = projects.slice(0, MAX_PROJECTS)
  const scope = { projectIds: counted.map(({ id }) => id) }
  const triaged = {
    projectIds: counted.filter(({ role }) => roleAtLeast(role, 'author')).map(({ id }) => id),
  }
  const today = toDay(now)
  const source = createFigureSource(db, figureCache, triaged)
  const [counts, series, rows, breakdown] = await Promise.all([
    readStatusCountsIn(db, scope.projectIds),
    readSeries(createFigureSource(db, figureCache, scope), {}, now),
    readWorkload(source, today),
    readBreakdown(source, today),
  ])
  return {
    projects: counted.length,
    projects_left_out: projects.length - counted.length,
    summary: toTriageSummary(counts),
    series,
    workload: triaged.projectIds.length === 0 ? null : { rows, ...breakdown },
  }
}

interface OwnProject {
  id: number
  role: Role
}

const selectOwnProjects = preparedQuery<OwnProject>(
  (_, userId) => sql`select m.project_id as id, m.role
    from memberships m
    left join lateral (select sum(t.count) as open from comment_count_deltas t
      where t.project_id = m.project_id and not t.closed) n on true
    where m.user_id = ${userId} and m.project_id is not null
    order by n.open desc nulls last, m.project_id`,
)
