import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import type { Queries } from '../../../src/database/database.ts'
import { decideOnAll, previewDecisions } from '../../../workflows/decisions/decide-on-all.ts'
import { validateDecision } from '../../../workflows/decisions/validate-decision.ts'
import { toAudience, readReviewViews } from '../read/review.ts'
import { assertAllCurrent } from './assert-all-current.ts'
import { toBulkResponse } from './bulk-response.ts'
import { onSelectedReviews } from './on-reviews.ts'
import { BulkTriageInput, BulkTriageOutput } from './selection.schema.ts'
import { toTriageRequest } from './triage.schema.ts'

/** Applies one decision to many comments, all or nothing, in a bounded number of statements (rule R-34). */
export const bulkTriage = onSelectedReviews('author')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/reviews/bulk_triage',
      tags: ['Comments and reviews'],
      summary: 'Decide on many comments of a component',
    },
    refusal: 'Could not save triage',
    limits: ['review_write'],
    idempotencyKey: true,
  })
  .input(BulkTriageInput)
  .output(BulkTriageOutput)
  .mutation(async ({ ctx, input }) => {
    const { reviews, scope } = ctx
    const work = toUnitOfWork(ctx)
    const decision = validateDecision(work, toTriageRequest(input))
    await assertAllCurrent(ctx, input.expected_lock_versions)
    if (!input.dry_run) return toBulkResponse(ctx, await decideOnAll(work, reviews, scope, decision))
    const audience = toAudience(ctx.actor, ctx.effectiveAccess)
    const readResults = (db: Queries, ids: number[]) => readReviewViews(db, ids, audience)
    return {
      count: reviews.length,
      reviews: await previewDecisions(work, reviews, scope, decision, readResults),
    }
  })
