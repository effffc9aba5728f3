import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { stateError } from '../../../src/errors.ts'
import { mergeComments } from '../../../workflows/decisions/merge.ts'
import { toAudience, readReviewViews } from '../read/review.ts'
import { assertAllCurrent } from './assert-all-current.ts'
import { onReviews } from './on-reviews.ts'
import { MergeInput, MergeOutput } from './selection.schema.ts'

export const merge = onReviews('project admin')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/reviews/merge',
      tags: ['Comments and reviews'],
      summary: 'Merge several comments by one person',
    },
    refusal: 'Could not merge',
    etag: false,
    limits: ['review_write'],
    idempotencyKey: true,
  })
  .input(MergeInput)
  .output(MergeOutput)
  .mutation(async ({ ctx, input }) => {
    await assertAllCurrent(ctx, input.expected_lock_versions)
    const merged = await mergeComments(toUnitOfWork(ctx), ctx.reviews, ctx.scope, input.survivor_id)
    const ids = [merged.survivor, ...merged.duplicates].map(({ id }) => id)
    const [survivor, ...duplicates] = await readReviewViews(
      ctx.db,
      ids,
      toAudience(ctx.actor, ctx.effectiveAccess),
    )
    if (!survivor) throw stateError('review.nothing_to_merge', 'There is nothing to merge.')
    return { survivor, duplicates, decision_id: merged.batch }
  })
