import { z } from 'zod'
import { writing } from '../../../src/access/builders.ts'
import { knownMembersOnly } from '../../../src/trpc.ts'
import { guards } from '../../../src/wire/shapes.ts'
import { workOf } from '../../../src/work.ts'
import { lockDuplicates } from '../../../workflows/decisions/targets.ts'
import { assertAlone, undoDecisions } from '../../../workflows/decisions/undo.ts'
import { assertSeen, reviewAnswer } from '../answer.ts'
import { ReviewOutput } from '../read/review.schema.ts'

export const undo = writing
  .review('author', 'reviewId', (db, scope) => lockDuplicates(db, scope.component_id))
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
