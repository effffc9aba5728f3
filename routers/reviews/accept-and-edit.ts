import { z } from 'zod'
import { assertNotFrozen } from '../../entities/comment-window.ts'
import { Rule } from '../../entities/rule.ts'
import { NO_TARGETS, decisionOf } from '../../entities/triage-decision.ts'
import { assertUnreleased, locked, writing } from '../../src/access.ts'
import { illegal, notFound } from '../../src/errors.ts'
import { guards, text } from '../../src/shapes.ts'
import { router } from '../../src/trpc.ts'
import { save } from '../rules.ts'
import { EditorRule, RuleInput } from '../rules.schema.ts'
import { COMMENT_LIMIT } from './commenting.schema.ts'
import { requestOf, respond } from './decisions.ts'
import { DecisionOutput } from './review.schema.ts'
import { assertLength } from './texts.ts'
import { audienceOf, viewReview } from './view.ts'
import { assertSeen, respondedTo, stored } from './writing.ts'

const tags = ['Comments and reviews']

const AcceptInput = z.object({
  rule: RuleInput,
  triage_status: z.enum(['concur', 'concur_with_comment'], {
    error: 'must be concur or concur_with_comment',
  }),
  response_comment: text(COMMENT_LIMIT).nullish(),
  ...guards,
})
const AcceptOutput = DecisionOutput.extend({ rule: EditorRule }).meta({ id: 'AcceptAnswer' })

export const accepting = router({
  acceptAndEdit: writing
    .review('author')
    .meta({
      openapi: {
        method: 'POST',
        path: '/reviews/{reviewId}/accept_and_edit',
        tags,
        summary: 'Change the requirement as a comment asks, and record the decision',
      },
      refusal: 'Could not save triage',
      limits: ['review_write'],
      etag: true,
    })
    .use(async ({ ctx, next }) => {
      await assertUnreleased(ctx.db, ctx.scope.released, ctx.actor, ctx.standing)
      return next()
    })
    .input(AcceptInput)
    .output(AcceptOutput)
    .mutation(async ({ ctx, input }) => {
      const { em, db, review, actor, standing, scope, now } = ctx
      const request = requestOf(input)
      assertLength('response_comment', request.response ?? '', ctx.services.env.limits.comment)
      await assertSeen(ctx, input)
      assertNotFrozen(scope)
      review.triage(decisionOf(request), NO_TARGETS, actor.id, now)
      if (review.ruleId == null)
        throw illegal('review.no_requirement', 'The comment is not on a requirement.')
      const rule = await locked(em, Rule, review.ruleId)
      if (rule.deletedAt) throw notFound()
      // Stored first, so that the requirement is answered with it.
      const response = respond(em, review, request.response, actor.id, now)
      const saved = await save({ ...ctx, rule, request: UNGUARDED }, input.rule, {}, 'sections')
      const { review: view } = await stored(ctx, 'comment.triaged', await respondedTo(ctx, response))
      return {
        review: view,
        response_review: response && (await viewReview(db, response.id, audienceOf(actor, standing))),
        rule: saved.data,
      }
    }),
})

/** The guards of this call speak of the review; the requirement is written under its lock. */
const UNGUARDED = { id: '', method: 'POST', address: null, userAgent: null, header: () => undefined }
