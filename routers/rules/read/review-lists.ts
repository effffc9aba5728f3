import { sql, type SqlBool } from 'kysely'
import type { EffectiveAccess } from '../../../src/audit/actor.ts'
import type { Queries } from '../../../src/database/database.ts'
import type { ReviewView } from '../../reviews/read/review.schema.ts'
import {
  audienceOf,
  reviewQuery,
  shownTo,
  type Audience,
  type ReviewRow,
  viewOf,
} from '../../reviews/read/review.ts'
import { oneOf, type Which } from './satisfaction-lists.ts'
import type { Viewer } from './viewer.ts'

/** How many reviews a requirement shows; its comment lists have all of them. */
const SHOWN = 100

export interface ShownReviews {
  reviews: ReviewView[]
  reviews_left_out: number
}

type Role = Pick<EffectiveAccess, 'role'>

/** The newest reviews of some requirements, oldest first, for the editor view (rule C-44). */
export async function reviewsByRule(db: Queries, ruleIds: number[], viewer: Viewer) {
  const rows = await newestReviews(db, oneOf(ruleIds), viewer.actor.id, viewer.standing).execute()
  return shownReviews(db, ruleIds, rows, viewer)
}

/** The newest reviews as stored, as a query; `shownOf` converts them to the response. */
export function newestReviews(db: Queries, which: Which, viewerId: number, standing: Role) {
  const newest = sql<SqlBool>`v.id in (select id from (
      select id, row_number() over (partition by rule_id order by created_at desc, id desc) as place
      from reviews where ${which('rule_id')} and ${shownTo(standing, 'reviews')}) as placed
    where place <= ${sql.lit(SHOWN)})`
  return reviewQuery(db, viewerId).where(newest).orderBy('v.created_at').orderBy('v.id')
}

/** What `newestReviews` found of each of these requirements, and how many more there are. */
async function shownReviews(
  db: Queries,
  ruleIds: number[],
  rows: ReviewRow[],
  { actor, standing }: Viewer,
): Promise<(ruleId: number) => ShownReviews> {
  const audience = audienceOf(actor, standing)
  const byRule = Map.groupBy(rows, ({ rule_id }) => rule_id)
  const full = ruleIds.filter((id) => byRule.get(id)?.length === SHOWN)
  const counts = full.length === 0 ? [] : await reviewCounts(db, oneOf(full), standing).execute()
  const byId = new Map(counts.map(({ id, count }) => [id, count]))
  return (id) => shownOf(byRule.get(id) ?? [], byId.get(id), audience)
}

/** What `newestReviews` found of one requirement, of as many reviews as it has. */
export function shownOf(rows: ReviewRow[], all: number | undefined, audience: Audience): ShownReviews {
  return {
    reviews: rows.map((row) => viewOf(row, audience)),
    reviews_left_out: Math.max(0, (all ?? 0) - SHOWN),
  }
}

/** How many reviews there are of each of some requirements, as a query. */
export function reviewCounts(db: Queries, which: Which, standing: Role) {
  return db
    .selectFrom('reviews')
    .select(['rule_id as id', sql<number>`count(*)::integer`.as('count')])
    .where(which('rule_id'))
    .where(shownTo(standing, 'reviews'))
    .groupBy('rule_id')
}
