import { sql, type SqlBool } from 'kysely'
import type { EffectiveAccess } from '../../../src/audit/actor.ts'
import type { Queries } from '../../../src/database/database.ts'
import type { ReviewView } from '../../reviews/read/review.schema.ts'
import {
  toAudience,
  selectReviews,
  isVisibleReview,
  type Audience,
  type ReviewRow,
  toReviewView,
} from '../../reviews/read/review.ts'
import { hasIdIn, type RuleCondition } from './satisfaction-lists.ts'
import type { Viewer } from './viewer.ts'

/** Maximum number of reviews in a requirement; its comment lists return all of them. */
const MAX_REVIEWS = 100

export interface ShownReviews {
  reviews: ReviewView[]
  reviews_left_out: number
}

type Role = Pick<EffectiveAccess, 'role'>

/** Reads the newest reviews of requirements, oldest first, for the editor view (rule C-44). */
export async function readReviewsByRule(db: Queries, ruleIds: number[], viewer: Viewer) {
  const rows = await selectNewestReviews(
    db,
    hasIdIn(ruleIds),
    viewer.actor.id,
    viewer.effectiveAccess,
  ).execute()
  return groupShownReviews(db, ruleIds, rows, viewer)
}

/** Query for the newest reviews; `toShownReviews` converts them to the response. */
export function selectNewestReviews(
  db: Queries,
  which: RuleCondition,
  viewerId: number,
  effectiveAccess: Role,
) {
  const newest = sql<SqlBool>`v.id in (select id from (
      select id, row_number() over (partition by rule_id order by created_at desc, id desc) as ordinal
      from reviews where ${which('rule_id')} and ${isVisibleReview(effectiveAccess, 'reviews')}) as numbered
    where ordinal <= ${sql.lit(MAX_REVIEWS)})`
  return selectReviews(db, viewerId).where(newest).orderBy('v.created_at').orderBy('v.id')
}

/** Converts the rows of `selectNewestReviews` per requirement, with the number of further reviews. */
async function groupShownReviews(
  db: Queries,
  ruleIds: number[],
  rows: ReviewRow[],
  { actor, effectiveAccess }: Viewer,
): Promise<(ruleId: number) => ShownReviews> {
  const audience = toAudience(actor, effectiveAccess)
  const byRule = Map.groupBy(rows, ({ rule_id }) => rule_id)
  const full = ruleIds.filter((id) => byRule.get(id)?.length === MAX_REVIEWS)
  const counts = full.length === 0 ? [] : await countReviews(db, hasIdIn(full), effectiveAccess).execute()
  const byId = new Map(counts.map(({ id, count }) => [id, count]))
  return (id) => toShownReviews(byRule.get(id) ?? [], byId.get(id), audience)
}

/** Converts the rows of `selectNewestReviews` for one requirement; `all` is its total number of reviews. */
export function toShownReviews(rows: ReviewRow[], all: number | undefined, audience: Audience): ShownReviews {
  return {
    reviews: rows.map((row) => toReviewView(row, audience)),
    reviews_left_out: Math.max(0, (all ?? 0) - MAX_REVIEWS),
  }
}

/** Query for the number of reviews per requirement. */
export function countReviews(db: Queries, which: RuleCondition, effectiveAccess: Role) {
  return db
    .selectFrom('reviews')
    .select(['rule_id as id', sql<number>`count(*)::integer`.as('count')])
    .where(which('rule_id'))
    .where(isVisibleReview(effectiveAccess, 'reviews'))
    .groupBy('rule_id')
}
