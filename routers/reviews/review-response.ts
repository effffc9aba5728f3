import type { Review } from '../../entities/review.ts'
import type { Actor, EffectiveAccess } from '../../src/audit/actor.ts'
import type { Queries } from '../../src/database/database.ts'
import { notFoundError } from '../../src/errors.ts'
import { assertFresh, setETag, type GuardInput } from '../../src/procedures/schemas/guards.ts'
import type { RequestContext } from '../../src/request-context.ts'
import type { ReviewView } from './read/review.schema.ts'
import { toAudience, readReviewView, readReviewViews } from './read/review.ts'

/** Context of a procedure on one review. */
export interface ReviewContext {
  db: Queries
  actor: Actor
  effectiveAccess: EffectiveAccess
  review: Review
  request: RequestContext['request']
  reply: RequestContext['reply']
}

/**
 * Checks the optional guards of a write on one review; the 409 and 412 include its current state (rule E-14).
 */
export function assertCurrent(ctx: ReviewContext, guards: GuardInput): Promise<void> {
  const { db, request, review, actor, effectiveAccess } = ctx
  return assertFresh(request, guards, review, async () => ({
    review: await readReviewView(db, review.id, toAudience(actor, effectiveAccess)),
  }))
}

/** Returns the stored review and sets its ETag. */
export async function toReviewResponse(ctx: ReviewContext): Promise<{ review: ReviewView }> {
  const { db, reply, review, actor, effectiveAccess } = ctx
  setETag(reply, review)
  return { review: await readReviewView(db, review.id, toAudience(actor, effectiveAccess)) }
}

/** The response of a decision: the review and the response comment. */
export async function toDecisionResponse(
  ctx: ReviewContext,
  response: Review | null,
): Promise<{ review: ReviewView; response_review: ReviewView | null }> {
  const { db, reply, review, actor, effectiveAccess } = ctx
  setETag(reply, review)
  const ids = response ? [review.id, response.id] : [review.id]
  const [view, responseView = null] = await readReviewViews(db, ids, toAudience(actor, effectiveAccess))
  if (!view) throw notFoundError()
  return { review: view, response_review: responseView }
}
