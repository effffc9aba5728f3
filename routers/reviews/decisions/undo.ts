import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { isRecord } from '../../../src/lib/validation-error.ts'
import { writing, type BeforeTransaction } from '../../../src/procedures/access/builders.ts'
import { guards, pathId } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { lockRedrawing } from '../../../workflows/decisions/targets.ts'
import { assertSingleBatch, undoDecisions } from '../../../workflows/decisions/undo.ts'
import { assertSeen, reviewAnswer } from '../answer.ts'
import { ReviewOutput } from '../read/review.schema.ts'

/** Takes the duplicate lock before the transaction if the undo makes the comment a duplicate again. */
const aheadOfRedrawing: BeforeTransaction = async (db, scope, raw) => {
  const id = pathId.safeParse(isRecord(raw) ? raw['reviewId'] : undefined)
  return id.success && lockRedrawing(db, scope.component_id, id.data)
}

export const undo = writing
  .review('author', 'reviewId', aheadOfRedrawing)
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
    await assertSeen(ctx, input)
    assertSingleBatch(ctx.review)
    await undoDecisions(toUnitOfWork(ctx), [ctx.review], ctx.scope)
    return reviewAnswer(ctx)
  })
