import { assertNotFrozen } from '../../entities/comment-window.ts'
import { decisionOf } from '../../entities/triage-decision.ts'
import { writing } from '../../src/access.ts'
import { notFound } from '../../src/errors.ts'
import { tag } from '../../src/guards.ts'
import { router } from '../../src/trpc.ts'
import { aheadOfDuplicate, requestOf, respond, targetsOfAll } from './decisions.ts'
import { announce } from './events.ts'
import { DecisionOutput } from './review.schema.ts'
import { assertLength } from './texts.ts'
import { TriageInput } from './triage.schema.ts'
import { assertSeen, respondedTo } from './writing.ts'
import { audienceOf, viewReviews } from './view.ts'

const tags = ['Comments and reviews']

export const triage = router({
  triage: writing
    .review('author', 'reviewId', aheadOfDuplicate)
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/reviews/{reviewId}/triage',
        tags,
        summary: 'Decide on a comment',
      },
      refusal: 'Could not save triage',
      limits: ['review_write'],
    })
    .input(TriageInput)
    .output(DecisionOutput)
    .mutation(async ({ ctx, input }) => {
      const { em, db, now, actor, review, scope, standing } = ctx
      const request = requestOf(input)
      assertLength('response_comment', request.response ?? '', ctx.services.env.limits.comment)
      const decision = decisionOf(request)
      await assertSeen(ctx, input)
      assertNotFrozen(scope)
      review.triage(decision, await targetsOfAll(em, db, [review.id], decision, request), actor.id, now)
      const response = respond(em, review, request.response, actor.id, now)
      announce(ctx.trail, 'comment.triaged', review, await respondedTo(ctx, response))
      tag(ctx.reply, review)
      const [view, answer] = await viewReviews(
        db,
        response ? [review.id, response.id] : [review.id],
        audienceOf(actor, standing),
      )
      if (!view) throw notFound()
      return { review: view, response_review: answer ?? null }
    }),
})
