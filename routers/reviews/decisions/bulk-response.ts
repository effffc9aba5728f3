import type { Review } from '../../../entities/review.ts'
import type { Actor, EffectiveAccess } from '../../../src/audit/actor.ts'
import type { Queries } from '../../../src/database/database.ts'
import type { DecidedBatch } from '../../../workflows/decisions/decide-on-all.ts'
import { toAudience, readReviewViews } from '../read/review.ts'
import { IDS_LIMIT } from './selection.schema.ts'

interface BulkContext {
  db: Queries
  actor: Actor
  effectiveAccess: EffectiveAccess
  reviews: Review[]
}

/**
 * The response of a bulk decision: the first reviews with their responses, and the number of further ones.
 */
export async function toBulkResponse(
  { db, actor, effectiveAccess, reviews }: BulkContext,
  { batch, responses }: DecidedBatch,
) {
  const audience = toAudience(actor, effectiveAccess)
  const ids = reviews.slice(0, IDS_LIMIT).map(({ id }) => id)
  return {
    reviews: await readReviewViews(db, ids, audience),
    response_reviews: await readReviewViews(db, responses.slice(0, IDS_LIMIT), audience),
    left_out: reviews.length - ids.length,
    decision_id: batch,
  }
}
