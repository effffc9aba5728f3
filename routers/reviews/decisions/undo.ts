import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { isRecord } from '../../../src/lib/json-values.ts'
import { writing, type LockBeforeReview } from '../../../src/procedures/access/builders.ts'
import { guards, pathId } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { lockDuplicatesForUndo } from '../../../workflows/decisions/targets.ts'
import { assertSingleBatch, undoDecisions } from '../../../workflows/decisions/undo.ts'
import { ReviewOutput } from '../read/review.schema.ts'
import { assertCurrent, toReviewResponse } from '../review-response.ts'

/** Takes the duplicate lock before that of the review if the undo makes the comment a duplicate again. */
const lockDuplicatesBeforeUndo: LockBeforeReview = async (db, scope, raw) => {
  const id = pathId.safeParse(isRecord(raw) ? raw['reviewId'] : undefined)
  return id.success && lockDuplicatesForUndo(db, scope.component_id, id.data)
}

export const undo = writing
  .review('author', 'reviewId', lockDuplicatesBeforeUndo)
  .meta({
    openapi: {
      method: 'POST',
      path: '/reviews/{reviewId}/undo',
      tags: ['Comments and reviews'],
      summary: 'Undo your own decision on a comment',
    },
    refusal: 'Could not undo',
    limits: ['review_write'],
  })
  .input(z.object(guards))
  .concat(rejectUnknownKeys)
  .output(ReviewOutput)
  .mutation(async ({ ctx, input }) => {
    await assertCurrent(ctx, input)
    assertSingleBatch(ctx.review)
    await undoDecisions(toUnitOfWork(ctx), [ctx.review], ctx.scope)
    return toReviewResponse(ctx)
  })
