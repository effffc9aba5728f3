import type { Actor, Standing } from '../../../src/access/actor.ts'
import type { Queries } from '../../../src/database.ts'
import type { ReviewView } from './review.schema.ts'
import { audienceOf, viewReviewsWhere } from './review.ts'

interface Asking {
  db: Queries
  actor: Actor
  standing: Standing
}

/** The direct replies to a comment, oldest first. */
export function repliesTo(
  { db, actor, standing }: Asking,
  reviewId: number,
  limit: number,
  offset: number,
): Promise<ReviewView[]> {
  return viewReviewsWhere(db, audienceOf(actor, standing), (query) =>
    query
      .where('v.responding_to_review_id', '=', reviewId)
      .orderBy('v.created_at')
      .orderBy('v.id')
      .limit(limit)
      .offset(offset),
  )
}
