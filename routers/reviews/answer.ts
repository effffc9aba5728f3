import type { Review } from '../../entities/review.ts'
import type { Actor, Standing } from '../../src/access/actor.ts'
import type { Queries } from '../../src/database.ts'
import { notFound } from '../../src/errors.ts'
import type { RequestContext } from '../../src/request.ts'
import { assertFresh, tag, type GivenGuards } from '../../src/wire/guards.ts'
import { audienceOf, viewReview, viewReviews } from './read/review.ts'
import type { ReviewView } from './read/review.schema.ts'

/** What an operation on one review has in its context. */
export interface ReviewContext {
  db: Queries
  actor: Actor
  standing: Standing
  review: Review
  request: RequestContext['request']
  reply: RequestContext['reply']
}

/** The optional guards of a write on one review; 409 and 412 carry its current state (rule E-14). */
export function assertSeen(ctx: ReviewContext, given: GivenGuards): Promise<void> {
  const { db, request, review, actor, standing } = ctx
  return assertFresh(request, given, review, async () => ({
    review: await viewReview(db, review.id, audienceOf(actor, standing)),
  }))
}

/** The review as stored, with its ETag. */
export async function reviewAnswer(ctx: ReviewContext): Promise<{ review: ReviewView }> {
  const { db, reply, review, actor, standing } = ctx
  tag(reply, review)
  return { review: await viewReview(db, review.id, audienceOf(actor, standing)) }
}

/** The same with the response that came with a decision. */
export async function decisionAnswer(
  ctx: ReviewContext,
  response: Review | null,
): Promise<{ review: ReviewView; response_review: ReviewView | null }> {
  const { db, reply, review, actor, standing } = ctx
  tag(reply, review)
  const ids = response ? [review.id, response.id] : [review.id]
  const [view, answer = null] = await viewReviews(db, ids, audienceOf(actor, standing))
  if (!view) throw notFound()
  return { review: view, response_review: answer }
}
