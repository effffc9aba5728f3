import type { Rule } from '../../entities/rule.ts'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { RateName } from '../../src/http/rate-limits/rate-limits.ts'
import { isRecord } from '../../src/lib/json-values.ts'
import { commenting } from '../../src/procedures/access/builders.ts'
import { createWorkersForRead } from '../../src/workers/workers-for-request.ts'
import { postComment } from '../../workflows/comments/comment.ts'
import { assertNamesReviewers } from '../../workflows/comments/requested-reviewers.ts'
import { applyReviewStep } from '../../workflows/comments/review-step.ts'
import { COMMENT_LIMITS, CreatedReview, RuleReviewInput } from '../reviews/commenting.schema.ts'
import { toPostedResponse, toStepResponse } from '../reviews/posted-response.ts'
import { assertCurrent } from './guards.ts'

/** Returns the rate limits: comments have their own, other actions count as writes (rule A-67). */
function selectLimits(raw: unknown): RateName[] {
  const review = isRecord(raw) ? raw['review'] : null
  return isRecord(review) && review['action'] === 'comment' ? COMMENT_LIMITS : ['review_write']
}

export const createOnRule = commenting
  .rule('viewer')
  .meta({
    openapi: {
      method: 'POST',
      path: '/rules/{ruleId}/reviews',
      tags: ['Comments and reviews'],
      summary: 'Comment on a requirement, reply, or take a review step',
    },
    refusal: 'Could not post',
    limits: selectLimits,
  })
  .input(RuleReviewInput)
  .output(CreatedReview)
  .mutation(async ({ ctx, signal, input }) => {
    const { ruleId, review } = input
    const { action, comment, section = null, responding_to_review_id: parentId = null } = review
    const { reviewer_ids: reviewerIds = [] } = review
    assertNamesReviewers(action, reviewerIds)
    const work = toUnitOfWork(ctx)
    if (action === 'comment') {
      return toPostedResponse(ctx, await postComment(work, ctx.scope, { ruleId, comment, section, parentId }))
    }
    const assertRuleCurrent = (rule: Rule) => assertCurrent({ ...ctx, rule }, input)
    const workers = createWorkersForRead({ ctx, signal })
    const step = { ruleId, action, comment, section, reviewerIds }
    return toStepResponse(ctx, await applyReviewStep(work, workers, ctx, step, assertRuleCurrent))
  })
