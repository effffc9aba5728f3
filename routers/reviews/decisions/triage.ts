import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { isRecord } from '../../../src/lib/json-values.ts'
import { writing, type LockBeforeReview } from '../../../src/procedures/access/builders.ts'
import { decide } from '../../../workflows/decisions/decide.ts'
import { lockDuplicates } from '../../../workflows/decisions/targets.ts'
import { validateDecision } from '../../../workflows/decisions/validate-decision.ts'
import { DecisionOutput } from '../read/review.schema.ts'
import { assertCurrent, toDecisionResponse } from '../review-response.ts'
import { toTriageRequest, TriageInput } from './triage.schema.ts'

/** Takes the duplicate lock before that of the review if the decision makes it a duplicate. */
const lockDuplicatesBeforeTriage: LockBeforeReview = async (db, scope, raw) =>
  isRecord(raw) && raw['triage_status'] === 'duplicate' && lockDuplicates(db, scope.component_id)

export const triage = writing
  .review('author', 'reviewId', lockDuplicatesBeforeTriage)
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/reviews/{reviewId}/triage',
      tags: ['Comments and reviews'],
      summary: 'Decide on a comment',
    },
    refusal: 'Could not save triage',
    limits: ['review_write'],
  })
  .input(TriageInput)
  .output(DecisionOutput)
  .mutation(async ({ ctx, input }) => {
    const work = toUnitOfWork(ctx)
    const decision = validateDecision(work, toTriageRequest(input))
    await assertCurrent(ctx, input)
    return toDecisionResponse(ctx, await decide(work, ctx.review, ctx.scope, decision))
  })
