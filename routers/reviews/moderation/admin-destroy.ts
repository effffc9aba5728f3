import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { destroyComment } from '../../../workflows/comments/destroy.ts'
import { assertReason } from '../../../workflows/comments/texts.ts'
import { lockDuplicatesForDeletion } from '../../../workflows/decisions/targets.ts'
import { assertCurrent } from '../review-response.ts'
import { OverrideInput } from './override.schema.ts'

const DestroyOutput = z.object({ review: z.null(), destroyed_id: z.int() }).meta({ id: 'DestroyAnswer' })

export const adminDestroy = writing
  .review('project admin', 'reviewId', (db, scope) => lockDuplicatesForDeletion(db, scope.component_id))
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/reviews/{reviewId}/admin_destroy',
      tags: ['Comments and reviews'],
      summary: 'Permanently delete a comment and its thread',
    },
    refusal: 'Could not hard-delete',
    limits: ['review_write'],
  })
  .input(OverrideInput)
  .output(DestroyOutput)
  .mutation(async ({ ctx, input }) => {
    const work = toUnitOfWork(ctx)
    assertReason(work, input.audit_comment)
    await assertCurrent(ctx, input)
    await destroyComment(work, ctx.review, input.audit_comment)
    return { review: null, destroyed_id: ctx.review.id }
  })
