import { sql } from 'kysely'
import { keptCountsOf } from '../../reviews/read/counts/stored-counts.ts'
import type { Counted } from '../../reviews/read/live.ts'

/** How many comments a project has: top-level ones, on live requirements or on components as a whole. */
export interface CommentCounts {
  project_id: number
  total: number
  pending: number
  /** The one component with pending comments; null when there are none or several. */
  only_component: number | null
}

/** The comment figures of projects, as a query: a row for each that has comments. */
export function commentCountsOf(projects: Counted) {
  return sql<CommentCounts>`
    select project_id, sum(total)::integer as total, sum(pending)::integer as pending,
      case when count(*) filter (where pending > 0) = 1 then min(component_id) filter (where pending > 0) end
        as only_component
    from (select project_id, component_id, sum(count) as total,
        coalesce(sum(count) filter (where triage_status = 'pending'), 0) as pending
      from ${keptCountsOf(projects)} t group by 1, 2) components
    group by 1`
}

/** Where the pending comments of a project are triaged; null without any comment (rule A-60). */
export function pendingLink(projectId: number, counts: CommentCounts | undefined): string | null {
  if (!counts || counts.total === 0) return null
  return counts.only_component === null
    ? `/projects/${projectId}/triage`
    : `/components/${counts.only_component}/triage`
}
