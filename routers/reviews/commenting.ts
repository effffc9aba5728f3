import type { z } from 'zod'
import { Review } from '../../entities/review.ts'
import { commenting as onRecord } from '../../src/access.ts'
import type { ComponentScope } from '../../src/access/scopes.ts'
import type { Trail } from '../../src/audit.ts'
import type { Actor, Reply, Services, Standing } from '../../src/context.ts'
import type { Em, Reader } from '../../src/database.ts'
import { tag } from '../../src/guards.ts'
import { isRecord } from '../../src/refused-input.ts'
import type { RateName } from '../../src/rate/windows.ts'
import { toast } from '../../src/shapes.ts'
import { sign } from '../../src/similarity/store.ts'
import { router } from '../../src/trpc.ts'
import type { SectionKey } from '../../src/vocabulary.ts'
import { ComponentReviewInput, CreatedReview, RuleReviewInput } from './commenting.schema.ts'
import { announce } from './events.ts'
import { mentionedIn } from './mentions.ts'
import { placeFor } from './placing.ts'
import { takeStep } from './review-cycle.ts'
import { assertLength } from './texts.ts'
import { audienceOf, viewReview } from './view.ts'

const tags = ['Comments and reviews']
const COMMENT_LIMITS: RateName[] = ['comment_minute', 'comment_hour']

/** Comments have limits of their own; the other actions count as writes (accounts 6.5). */
function limitsOf(raw: unknown): RateName[] {
  const review = isRecord(raw) ? raw['review'] : null
  return isRecord(review) && review['action'] === 'comment' ? COMMENT_LIMITS : ['review_write']
}

export const commenting = router({
  createOnRule: onRecord
    .rule('viewer')
    .meta({
      openapi: {
        method: 'POST',
        path: '/rules/{ruleId}/reviews',
        tags,
        summary: 'Comment on a requirement, reply, or act in its review cycle',
      },
      refusal: 'Could not post',
      limits: limitsOf,
    })
    .input(RuleReviewInput)
    .output(CreatedReview)
    .mutation(({ ctx, input: { ruleId, review } }) => {
      const { action, ...given } = review
      return action === 'comment'
        ? createComment(ctx, { ...given, ruleId })
        : takeStep(ctx, { ...given, action, ruleId })
    }),

  createOnComponent: onRecord
    .component('viewer')
    .meta({
      openapi: {
        method: 'POST',
        path: '/components/{componentId}/reviews',
        tags,
        summary: 'Comment on a component as a whole, or reply to such a comment',
      },
      refusal: 'Could not post',
      limits: COMMENT_LIMITS,
    })
    .input(ComponentReviewInput)
    .output(CreatedReview)
    .mutation(({ ctx, input: { review } }) => createComment(ctx, { ...review, ruleId: null, section: null })),
})

interface NewComment {
  ruleId: number | null
  comment: string
  section?: SectionKey | null | undefined
  responding_to_review_id?: number | null | undefined
}

/** What the procedures that post a review have in their context. */
export interface Commenting {
  em: Em
  db: Reader
  now: Date
  trail: Trail
  actor: Actor
  standing: Standing
  scope: ComponentScope
  services: Services
  reply: Reply
}

async function createComment(ctx: Commenting, given: NewComment): Promise<z.output<typeof CreatedReview>> {
  const { em, db, now, trail, actor, standing, scope } = ctx
  assertLength('comment', given.comment, ctx.services.env.limits.comment)
  const parentId = given.responding_to_review_id ?? null
  const target = { componentId: scope.component_id, ruleId: given.ruleId, window: scope }
  const { redirectedTo, ...place } = await placeFor(em, db, target, parentId)
  const review = em.create(Review, {
    ...place,
    projectId: standing.projectId,
    componentId: scope.component_id,
    commentableType: place.ruleId === null ? 'Component' : 'BaseRule',
    userId: actor.id,
    action: 'comment',
    comment: given.comment,
    section: given.section ?? null,
    respondingToReviewId: parentId,
    triageStatus: parentId === null ? 'pending' : null,
    createdAt: now,
  })
  await em.flush()
  if (parentId === null)
    await sign(db, [{ id: review.id, component_id: scope.component_id, comment: given.comment }])
  const mentioned = await mentionedIn(db, review, given.comment)
  announce(trail, parentId === null ? 'comment.created' : 'comment.replied', review, { mentioned })
  const message = redirectedTo ? `It was placed on ${redirectedTo}, which satisfies this requirement.` : ''
  tag(ctx.reply, review)
  return {
    toast: toast(parentId === null ? 'Comment added' : 'Reply added', message),
    review: await viewReview(db, review.id, audienceOf(actor, standing)),
  }
}
