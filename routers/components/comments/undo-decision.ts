import { commenting } from '../../../src/access/builders.ts'
import { knownMembersOnly } from '../../../src/trpc.ts'
import { workOf } from '../../../src/work.ts'
import { lockBatch, undoDecisions } from '../../../workflows/decisions/undo.ts'
import { IDS_LIMIT, UndoDecisionInput, UndoDecisionOutput } from '../../reviews/decisions/selection.schema.ts'
import { audienceOf, viewReviews } from '../../reviews/read/review.ts'

export const undoBulk = commenting
  .component('author')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{componentId}/undo_decision',
      tags: ['Comments and reviews'],
      summary: 'Take back an own decision on many comments, all of it',
    },
    refusal: 'Could not undo',
    limits: ['review_write'],
  })
  .input(UndoDecisionInput)
  .concat(knownMembersOnly)
  .output(UndoDecisionOutput)
  .mutation(async ({ ctx, input: { componentId, decision_id: batch } }) => {
    const work = workOf(ctx)
    const reviews = await lockBatch(work, componentId, batch)
    await undoDecisions(work, reviews, ctx.scope)
    const ids = reviews.slice(0, IDS_LIMIT).map(({ id }) => id)
    return {
      reviews: await viewReviews(ctx.db, ids, audienceOf(ctx.actor, ctx.standing)),
      left_out: reviews.length - ids.length,
    }
  })
