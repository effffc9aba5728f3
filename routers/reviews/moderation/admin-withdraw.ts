import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { withdrawForOther } from '../../../workflows/comments/moderate.ts'
import { assertReason } from '../../../workflows/comments/texts.ts'
import { ReviewOutput } from '../read/review.schema.ts'
import { assertCurrent, toReviewResponse } from '../review-response.ts'
import { OverrideInput } from './override.schema.ts'

export const adminWithdraw = writing
  .review('project admin')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/reviews/{reviewId}/admin_withdraw',
      tags: ['Comments and reviews'],
      summary: 'Withdraw a comment of another user',
    },
    refusal: 'Could not force-withdraw',
    limits: ['review_write'],
  })
  .input(OverrideInput)
  .output(ReviewOutput)
  .mutation(async ({ ctx, input }) => {
    const work = toUnitOfWork(ctx)
    assertReason(work, input.audit_comment)
    await assertCurrent(ctx, input)
    await withdrawForOther(work, ctx.review, input.audit_comment)
    return toReviewResponse(ctx)
  })
