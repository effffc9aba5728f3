import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { guards } from '../../../src/procedures/schemas/shapes.ts'
import { retagComment } from '../../../workflows/comments/moderate.ts'
import { assertReason } from '../../../workflows/comments/texts.ts'
import { ReviewView, SectionKey } from '../read/review.schema.ts'
import { assertCurrent, toReviewResponse } from '../review-response.ts'
import { auditComment } from './audit-comment.ts'

const RetagInput = z.object({ section: SectionKey.nullable(), audit_comment: auditComment, ...guards })
const RetagOutput = z
  .object({ review: ReviewView, idempotent: z.literal(true).optional() })
  .meta({ id: 'RetagAnswer' })

export const retag = writing
  .review('author')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/reviews/{reviewId}/section',
      tags: ['Comments and reviews'],
      summary: 'Change the section that a comment is about',
    },
    refusal: 'Could not save section',
    limits: ['review_write'],
  })
  .input(RetagInput)
  .output(RetagOutput)
  .mutation(async ({ ctx, input: { section, audit_comment: reason, ...guard } }) => {
    const work = toUnitOfWork(ctx)
    assertReason(work, reason)
    await assertCurrent(ctx, guard)
    const changed = await retagComment(work, ctx.review, ctx.scope, { section, reason })
    const answer = await toReviewResponse(ctx)
    return changed ? answer : { ...answer, idempotent: true as const }
  })
