import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { guards, lookupId } from '../../../src/procedures/schemas/shapes.ts'
import { moveComment } from '../../../workflows/comments/move.ts'
import { assertReason } from '../../../workflows/comments/texts.ts'
import { ReviewOutput } from '../read/review.schema.ts'
import { assertCurrent, toReviewResponse } from '../review-response.ts'
import { auditComment } from './audit-comment.ts'

const MoveInput = z.object({ rule_id: lookupId, audit_comment: auditComment, ...guards })

export const moveToRule = writing
  .review('project admin')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/reviews/{reviewId}/move_to_rule',
      tags: ['Comments and reviews'],
      summary: 'Move a comment and its thread to another requirement of the component',
    },
    refusal: 'Could not move',
    limits: ['review_write'],
  })
  .input(MoveInput)
  .output(ReviewOutput)
  .mutation(async ({ ctx, input: { rule_id: ruleId, audit_comment: reason, ...guard } }) => {
    const work = toUnitOfWork(ctx)
    assertReason(work, reason)
    await assertCurrent(ctx, guard)
    await moveComment(work, ctx.review, { ruleId, reason })
    return toReviewResponse(ctx)
  })
