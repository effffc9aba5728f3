import type { Review } from '../../entities/review.ts'
import type { Trail } from '../../src/audit.ts'
import type { Actor, RequestContext, Standing } from '../../src/context.ts'
import type { Em, Reader } from '../../src/database.ts'
import { assertFresh, tag, type GivenGuards } from '../../src/guards.ts'
import { announce, type CommentEvent, type Said } from './events.ts'
import { mentionedIn } from './mentions.ts'
import type { ReviewView } from './review.schema.ts'
import { audienceOf, viewReview } from './view.ts'

/** What the writing procedures of one review have in their context. */
export interface ReviewWriting {
  em: Em
  db: Reader
  now: Date
  trail: Trail
  actor: Actor
  standing: Standing
  review: Review
  request: RequestContext['request']
  reply: RequestContext['reply']
}

/** The optional guards of a write on one review; 409 and 412 carry its current state (contract, decision 13). */
export function assertSeen(ctx: ReviewWriting, given: GivenGuards): Promise<void> {
  const { db, request, review, actor, standing } = ctx
  return assertFresh(request, given, review, async () => ({
    review: await viewReview(db, review.id, audienceOf(actor, standing)),
  }))
}

/** Stores the step, announces it, and answers the review as it is now, with its ETag. */
export async function stored(
  ctx: ReviewWriting,
  kind: CommentEvent,
  said: Said = {},
): Promise<{ review: ReviewView }> {
  await ctx.em.flush()
  announce(ctx.trail, kind, ctx.review, said)
  return current(ctx)
}

/** Stores the step with its response, and answers what both say to an event. */
export async function respondedTo(
  { em, db }: Pick<ReviewWriting, 'em' | 'db'>,
  response: Review | null,
): Promise<Said> {
  await em.flush()
  if (!response) return {}
  return { responseId: response.id, mentioned: await mentionedIn(db, response, response.comment) }
}

/** The review as stored, with its ETag. */
export async function current(ctx: ReviewWriting): Promise<{ review: ReviewView }> {
  const { db, reply, review, actor, standing } = ctx
  tag(reply, review)
  return { review: await viewReview(db, review.id, audienceOf(actor, standing)) }
}
