import { z } from 'zod'
import { assertNotFrozen } from '../../entities/comment-window.ts'
import { writing } from '../../src/access.ts'
import { guards, text } from '../../src/shapes.ts'
import { router } from '../../src/trpc.ts'
import { COMMENT_LIMIT } from './commenting.schema.ts'
import { respond } from './decisions.ts'
import { DecisionOutput, ReviewOutput } from './review.schema.ts'
import { assertLength } from './texts.ts'
import { audienceOf, viewReview } from './view.ts'
import { assertSeen, current, respondedTo, stored } from './writing.ts'

const tags = ['Comments and reviews']

const AdjudicateInput = z.object({ resolution_comment: text(COMMENT_LIMIT).nullish(), ...guards })

/** Closing decided comments, and opening them again (comments 3.3). */
export const closing = router({
  adjudicate: writing
    .review('author')
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/reviews/{reviewId}/adjudicate',
        tags,
        summary: 'Close a comment that has been decided on',
      },
      refusal: 'Could not close',
      limits: ['review_write'],
    })
    .input(AdjudicateInput)
    .output(DecisionOutput)
    .mutation(async ({ ctx, input }) => {
      const { em, db, review, actor, standing, now } = ctx
      assertLength('resolution_comment', input.resolution_comment ?? '', ctx.services.env.limits.comment)
      await assertSeen(ctx, input)
      assertNotFrozen(ctx.scope)
      if (!review.adjudicate(actor.id, now)) return { ...(await current(ctx)), response_review: null }
      const response = respond(em, review, input.resolution_comment, actor.id, now)
      const answer = await stored(ctx, 'comment.adjudicated', await respondedTo(ctx, response))
      const audience = audienceOf(actor, standing)
      return { ...answer, response_review: response && (await viewReview(db, response.id, audience)) }
    }),

  reopen: writing
    .review('project author')
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/reviews/{reviewId}/reopen',
        tags,
        summary: 'Take the closing of a comment back',
      },
      refusal: 'Could not re-open',
      limits: ['review_write'],
    })
    .input(z.object(guards))
    .output(ReviewOutput)
    .mutation(async ({ ctx, input }) => {
      await assertSeen(ctx, input)
      assertNotFrozen(ctx.scope)
      ctx.review.reopen()
      return stored(ctx, 'comment.reopened')
    }),
})
