import type { Actor, Standing } from '../../../src/access/actor.ts'
import type { Queries } from '../../../src/database.ts'
import { fixedQuery } from '../../../src/database/fixed-query.ts'
import type { ReviewView } from './review.schema.ts'
import { audienceOf, reviewQuery, viewOf } from './review.ts'

interface Asking {
  db: Queries
  actor: Actor
  standing: Standing
}

/** The direct replies to a comment, oldest first. */
export async function repliesTo(
  { db, actor, standing }: Asking,
  reviewId: number,
  limit: number,
  offset: number,
): Promise<ReviewView[]> {
  const audience = audienceOf(actor, standing)
  const rows = await replyRows(db, audience.viewerId, reviewId, limit, offset)
  return rows.map((row) => viewOf(row, audience))
}

const replyRows = fixedQuery(
  (db, viewerId, reviewId, limit, offset) =>
    reviewQuery(db, viewerId)
      .where('v.responding_to_review_id', '=', reviewId)
      .orderBy('v.created_at')
      .orderBy('v.id')
      .limit(limit)
      .offset(offset),
  { short: true },
)
