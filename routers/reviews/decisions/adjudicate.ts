import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { guards, text } from '../../../src/procedures/schemas/shapes.ts'
import { closeComment } from '../../../workflows/decisions/close.ts'
import { assertResolution } from '../../../workflows/decisions/validate-decision.ts'
import { COMMENT_LIMIT } from '../commenting.schema.ts'
import { DecisionOutput } from '../read/review.schema.ts'
import { assertCurrent, toDecisionResponse } from '../review-response.ts'

const AdjudicateInput = z.object({ resolution_comment: text(COMMENT_LIMIT).nullish(), ...guards })

export const adjudicate = writing
  .review('author')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/reviews/{reviewId}/adjudicate',
      tags: ['Comments and reviews'],
      summary: 'Close a comment that has been decided on',
    },
    refusal: 'Could not close',
    limits: ['review_write'],
  })
  .input(AdjudicateInput)
  .output(DecisionOutput)
  .mutation(async ({ ctx, input }) => {
    const work = toUnitOfWork(ctx)
    assertResolution(work, input.resolution_comment)
    await assertCurrent(ctx, input)
    return toDecisionResponse(ctx, await closeComment(work, ctx.review, ctx.scope, input.resolution_comment))
  })
