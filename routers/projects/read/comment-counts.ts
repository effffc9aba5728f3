import { sql } from 'kysely'
import { selectStoredCounts } from '../../reviews/read/counts/stored-counts.ts'
import type { CommentScope } from '../../reviews/read/live.ts'

/** Comment counts of a project: top-level comments on live requirements or on components. */
export interface CommentCounts {
  project_id: number
  total: number
  pending: number
  /** The only component with pending comments; null if there are none or several. */
  only_component: number | null
}

/** Query for the comment counts of projects; one row for each that has comments. */
export function selectCommentCounts(projects: CommentScope) {
  return sql<CommentCounts>`
    select project_id, sum(total)::integer as total, sum(pending)::integer as pending,
      case when count(*) filter (where pending > 0) = 1 then min(component_id) filter (where pending > 0) end
        as only_component
    from (select project_id, component_id, sum(count) as total,
        coalesce(sum(count) filter (where triage_status = 'pending'), 0) as pending
      from ${selectStoredCounts(projects)} t group by 1, 2) components
    group by 1`
}

/** The page to triage a project's pending comments; null without comments (rule A-60). */
export function toPendingLink(projectId: number, counts: CommentCounts | undefined): string | null {
  if (!counts || counts.total === 0) return null
  return counts.only_component === null
    ? `/projects/${projectId}/triage`
    : `/components/${counts.only_component}/triage`
}
