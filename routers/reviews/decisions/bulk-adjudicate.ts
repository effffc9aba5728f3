import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { closeAll } from '../../../workflows/decisions/decide-on-all.ts'
import { assertResolution } from '../../../workflows/decisions/validate-decision.ts'
import { assertAllCurrent } from './assert-all-current.ts'
import { toBulkResponse } from './bulk-response.ts'
import { onReviews } from './on-reviews.ts'
import { BulkAdjudicateInput, BulkAdjudicateOutput } from './selection.schema.ts'

export const bulkAdjudicate = onReviews('author')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/reviews/bulk_adjudicate',
      tags: ['Comments and reviews'],
      summary: 'Close many decided comments of a component',
    },
    refusal: 'Could not close',
    limits: ['review_write'],
    idempotencyKey: true,
  })
  .input(BulkAdjudicateInput)
  .concat(rejectUnknownKeys)
  .output(BulkAdjudicateOutput)
  .mutation(async ({ ctx, input }) => {
    const { resolution_comment: text } = input
    const work = toUnitOfWork(ctx)
    assertResolution(work, text)
    await assertAllCurrent(ctx, input.expected_lock_versions)
    return toBulkResponse(ctx, await closeAll(work, ctx.reviews, ctx.scope, text))
  })
