import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { restoreComment } from '../../../workflows/comments/moderate.ts'
import { assertReason } from '../../../workflows/comments/texts.ts'
import { ReviewOutput } from '../read/review.schema.ts'
import { assertCurrent, toReviewResponse } from '../review-response.ts'
import { OverrideInput } from './override.schema.ts'

export const adminRestore = writing
  .review('project admin')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/reviews/{reviewId}/admin_restore',
      tags: ['Comments and reviews'],
      summary: 'Restore a closed comment to pending',
    },
    refusal: 'Could not restore',
    limits: ['review_write'],
  })
  .input(OverrideInput)
  .output(ReviewOutput)
  .mutation(async ({ ctx, input }) => {
    const work = toUnitOfWork(ctx)
    assertReason(work, input.audit_comment)
    await assertCurrent(ctx, input)
    await restoreComment(work, ctx.review, input.audit_comment)
    return toReviewResponse(ctx)
  })
