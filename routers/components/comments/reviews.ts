import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { commenting } from '../../../src/procedures/access/builders.ts'
import { postComment } from '../../../workflows/comments/comment.ts'
import { COMMENT_LIMITS, ComponentReviewInput, CreatedReview } from '../../reviews/commenting.schema.ts'
import { toPostedResponse } from '../../reviews/posted-response.ts'

export const createOnComponent = commenting
  .component('viewer')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{componentId}/reviews',
      tags: ['Comments and reviews'],
      summary: 'Comment on a component itself, or reply to such a comment',
    },
    refusal: 'Could not post',
    limits: COMMENT_LIMITS,
  })
  .input(ComponentReviewInput)
  .output(CreatedReview)
  .mutation(async ({ ctx, input: { review } }) => {
    const { comment, responding_to_review_id: parentId = null } = review
    const newComment = { ruleId: null, comment, section: null, parentId }
    return toPostedResponse(ctx, await postComment(toUnitOfWork(ctx), ctx.scope, newComment))
  })
