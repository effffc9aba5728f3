import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { writing } from '../../src/procedures/access/builders.ts'
import { guards } from '../../src/procedures/schemas/shapes.ts'
import { withdrawComment } from '../../workflows/comments/own-comment.ts'
import { ReviewOutput } from './read/review.schema.ts'
import { assertCurrent, toReviewResponse } from './review-response.ts'

export const withdraw = writing
  .ownReview()
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/reviews/{reviewId}/withdraw',
      tags: ['Comments and reviews'],
      summary: 'Withdraw your own comment or reply',
    },
    refusal: 'Could not withdraw',
    limits: ['review_write'],
  })
  .input(z.object(guards))
  .output(ReviewOutput)
  .mutation(async ({ ctx, input }) => {
    await assertCurrent(ctx, input)
    await withdrawComment(toUnitOfWork(ctx), ctx.review, ctx.scope)
    return toReviewResponse(ctx)
  })
