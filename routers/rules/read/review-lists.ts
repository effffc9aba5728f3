import type { ReviewView } from '../../reviews/read/review.schema.ts'
import { audienceOf, reviewQuery, type ReviewRow, viewOf } from '../../reviews/read/review.ts'
import { sql, type SqlBool } from 'kysely'
import type { Queries } from '../../../src/database.ts'
import type { Viewer } from './viewer.ts'
import { oneOf, type Which } from './nested-lists.ts'

/** How many reviews a requirement shows; its comment lists have all of them. */
const SHOWN = 100

export interface ShownReviews {
  reviews: ReviewView[]
  reviews_left_out: number
}

/** The newest reviews of some requirements, oldest first, for the editor view (rule C-44). */
export async function reviewsByRule(db: Queries, ruleIds: number[], viewer: Viewer) {
  const rows = await newestReviews(db, oneOf(ruleIds), viewer.actor.id).execute()
  return shownReviews(db, ruleIds, rows, viewer)
}

/** The same as they are stored, as a query; `shownReviews` makes them as they travel. */
export function newestReviews(db: Queries, which: Which, viewerId: number) {
  const newest = sql<SqlBool>`v.id in (select id from (
      select id, row_number() over (partition by rule_id order by created_at desc, id desc) as place
      from reviews where ${which('rule_id')}) as placed
    where place <= ${sql.lit(SHOWN)})`
  return reviewQuery(db, viewerId).where(newest).orderBy('v.created_at').orderBy('v.id')
}

/** What `newestReviews` found of each of these requirements, and how many more there are. */
export async function shownReviews(
  db: Queries,
  ruleIds: number[],
  rows: ReviewRow[],
  { actor, standing }: Viewer,
): Promise<(ruleId: number) => ShownReviews> {
  const audience = audienceOf(actor, standing)
  const byRule = Map.groupBy(
    rows.map((row) => viewOf(row, audience)),
    ({ rule_id }) => rule_id,
  )
  const full = ruleIds.filter((id) => byRule.get(id)?.length === SHOWN)
  const counts = full.length === 0 ? new Map<number, number>() : await countsOf(db, full)
  return (id) => ({
    reviews: byRule.get(id) ?? [],
    reviews_left_out: Math.max(0, (counts.get(id) ?? 0) - SHOWN),
  })
}

async function countsOf(db: Queries, ruleIds: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`select rule_id as id, count(*)::integer as count
    from reviews where rule_id = any (${sql.val(ruleIds)}::integer[]) group by 1`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
