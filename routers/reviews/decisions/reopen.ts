import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { guards } from '../../../src/procedures/schemas/shapes.ts'
import { reopenComment } from '../../../workflows/decisions/close.ts'
import { ReviewOutput } from '../read/review.schema.ts'
import { assertCurrent, toReviewResponse } from '../review-response.ts'

export const reopen = writing
  .review('project author')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/reviews/{reviewId}/reopen',
      tags: ['Comments and reviews'],
      summary: 'Reopen a closed comment',
    },
    refusal: 'Could not reopen',
    limits: ['review_write'],
  })
  .input(z.object(guards))
  .output(ReviewOutput)
  .mutation(async ({ ctx, input }) => {
    await assertCurrent(ctx, input)
    await reopenComment(toUnitOfWork(ctx), ctx.review, ctx.scope)
    return toReviewResponse(ctx)
  })
