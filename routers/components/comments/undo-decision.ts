import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { createAccessDeniedError, satisfiesNeeds } from '../../../src/auth/access/effective-access.ts'
import { commenting } from '../../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { lockBatch, undoDecisions } from '../../../workflows/decisions/undo.ts'
import { IDS_LIMIT, UndoDecisionInput, UndoDecisionOutput } from '../../reviews/decisions/selection.schema.ts'
import { toAudience, readReviewViews } from '../../reviews/read/review.ts'

export const undoBulk = commenting
  .component('author')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{componentId}/undo_decision',
      tags: ['Comments and reviews'],
      summary: 'Undo your own bulk decision on comments',
    },
    refusal: 'Could not undo',
    limits: ['review_write'],
  })
  .input(UndoDecisionInput)
  .concat(rejectUnknownKeys)
  .output(UndoDecisionOutput)
  .mutation(async ({ ctx, input: { componentId, decision_id: batch } }) => {
    const work = toUnitOfWork(ctx)
    const reviews = await lockBatch(work, componentId, batch)
    // Undoing a merge requires the same role as merging (rule E-45).
    const merged = reviews.some(({ lastDecision }) => lastDecision?.batch?.merge !== undefined)
    if (merged && !satisfiesNeeds(ctx.effectiveAccess, 'project admin', false)) {
      throw await createAccessDeniedError(
        ctx.db,
        ctx.effectiveAccess,
        'Only a project admin can undo a merge.',
      )
    }
    await undoDecisions(work, reviews, ctx.scope)
    const ids = reviews.slice(0, IDS_LIMIT).map(({ id }) => id)
    return {
      reviews: await readReviewViews(ctx.db, ids, toAudience(ctx.actor, ctx.effectiveAccess)),
      left_out: reviews.length - ids.length,
    }
  })
