import { z } from 'zod'
import { writing, type Ahead } from '../../../src/access/builders.ts'
import { knownMembersOnly } from '../../../src/trpc.ts'
import { isRecord } from '../../../src/wire/refused-input.ts'
import { guards, pathId } from '../../../src/wire/shapes.ts'
import { workOf } from '../../../src/work.ts'
import { lockRedrawing } from '../../../workflows/decisions/targets.ts'
import { assertAlone, undoDecisions } from '../../../workflows/decisions/undo.ts'
import { assertSeen, reviewAnswer } from '../answer.ts'
import { ReviewOutput } from '../read/review.schema.ts'

/** The duplicate lock, for a comment that becomes a duplicate again. */
const aheadOfRedrawing: Ahead = async (db, scope, raw) => {
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
      summary: 'Take back the own decision on a comment',
    },
    refusal: 'Could not undo',
    limits: ['review_write'],
  })
  .input(z.object(guards))
  .concat(knownMembersOnly)
  .output(ReviewOutput)
  .mutation(async ({ ctx, input }) => {
    await assertSeen(ctx, input)
    assertAlone(ctx.review)
    await undoDecisions(workOf(ctx), [ctx.review], ctx.scope)
    return reviewAnswer(ctx)
  })
