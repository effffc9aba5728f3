import { sql } from 'kysely'
import type { ReactionKind } from '../../../src/vocabulary.ts'

/** SQL fragments over a review named `v`, shared by every projection of reviews. */

/** Direct replies only (rule R-5). */
export const responsesCount = sql<number>`(select count(*) from reviews k where k.responding_to_review_id = v.id)`

/** SQL for the number of reactions of one kind. */
export function countReactionsSql(kind: ReactionKind) {
  return sql<number>`(select count(*) from reactions x where x.review_id = v.id and x.kind = ${sql.lit(kind)})`
}

/** The caller's own reaction. */
export function ownReactionSql(viewerId: number) {
  return sql<ReactionKind | null>`(select x.kind from reactions x where x.review_id = v.id and x.user_id = ${viewerId})`
}
