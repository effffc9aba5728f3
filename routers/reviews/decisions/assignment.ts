import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { bodyId, date, guards } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { assignComment } from '../../../workflows/decisions/assign.ts'
import { ReviewOutput } from '../read/review.schema.ts'
import { assertCurrent, toReviewResponse } from '../review-response.ts'

const AssignmentInput = z.object({ assignee_id: bodyId.nullish(), due_on: date.nullish(), ...guards })

/** Assigns a comment to a triager, with a due date (rule R-49). */
export const assign = writing
  .review('author')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/reviews/{reviewId}/assignment',
      tags: ['Comments and reviews'],
      summary: 'Assign a comment to a triager, with a due date',
    },
    refusal: 'Could not assign',
    limits: ['review_write'],
  })
  .input(AssignmentInput)
  .concat(rejectUnknownKeys)
  .output(ReviewOutput)
  .mutation(async ({ ctx, input }) => {
    await assertCurrent(ctx, input)
    const assignment = { assigneeId: input.assignee_id, dueOn: input.due_on }
    await assignComment(toUnitOfWork(ctx), ctx.review, ctx.scope, assignment)
    return toReviewResponse(ctx)
  })
