import { isConcealed } from '../../entities/review-text.ts'
import { isTopLevel } from '../../entities/top-level.ts'
import { notFoundError } from '../../src/errors.ts'
import { reading } from '../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { toAudience } from './read/review.ts'
import { readNearReviews } from './read/similar/near-reviews.ts'
import { findNearest } from './read/similar/nearest.ts'
import { SimilarLimit, SimilarList } from './read/similar/similar.schema.ts'

/** Finds similar comments of any author (rule R-50); does not change anything. */
export const similarTo = reading
  .review('viewer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/reviews/{reviewId}/similar',
      tags: ['Suggested duplicates'],
      summary: 'Similar comments of the same component',
    },
  })
  .input(SimilarLimit)
  .concat(rejectUnknownKeys)
  .output(SimilarList)
  .query(async ({ ctx, input: { reviewId, limit } }) => {
    const { db, actor, effectiveAccess, scope } = ctx
    const review = await db
      .selectFrom('reviews')
      .select(['id', 'action', 'comment', 'rule_id', 'section', 'withdrawn_at'])
      .select(['responding_to_review_id', 'triage_status', 'duplicate_of_review_id'])
      .where('id', '=', reviewId)
      .executeTakeFirstOrThrow(notFoundError)
    // A score would reveal the content of a withdrawn text.
    if (isConcealed(review.withdrawn_at)) return { rows: [] }
    const origin = {
      componentId: scope.component_id,
      id: review.id,
      comment: isTopLevel(review.action, review.responding_to_review_id) ? review : null,
      ruleId: review.rule_id,
      section: review.section,
    }
    const matches = await findNearest(db, review.comment, origin, limit)
    return { rows: await readNearReviews(db, matches, toAudience(actor, effectiveAccess)) }
  })
