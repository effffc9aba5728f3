import { sql } from 'kysely'
import type { Reader } from '../../src/database.ts'

/** How many comments a project has: top-level ones, on live requirements or on components as a whole. */
export interface CommentCounts {
  project_id: number
  total: number
  pending: number
  /** The one component with pending comments; null when there are none or several. */
  only_component: number | null
}

/** The comment figures of several projects in one query, by project. */
export async function commentCounts(db: Reader, projectIds: number[]): Promise<Map<number, CommentCounts>> {
  if (projectIds.length === 0) return new Map()
  const pending = sql`filter (where v.triage_status = 'pending')`
  const rows = await db
    .selectFrom('reviews as v')
    .leftJoin('rules as r', 'r.id', 'v.rule_id')
    .select([
      'v.project_id',
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) ${pending})::int`.as('pending'),
      sql<number | null>`case when min(v.component_id) ${pending} = max(v.component_id) ${pending}
        then min(v.component_id) ${pending} end`.as('only_component'),
    ])
    .where('v.project_id', 'in', projectIds)
    .where('v.action', '=', 'comment')
    .where('v.responding_to_review_id', 'is', null)
    .where('r.deleted_at', 'is', null)
    .groupBy('v.project_id')
    .execute()
  return new Map(rows.map((row) => [row.project_id, row]))
}

/** Where the pending comments of a project are triaged; null without any comment (accounts 2.5). */
export function pendingLink(projectId: number, counts: CommentCounts | undefined): string | null {
  if (!counts || counts.total === 0) return null
  return counts.only_component === null
    ? `/projects/${projectId}/triage`
    : `/components/${counts.only_component}/triage`
}
