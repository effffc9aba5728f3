import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { isRecord } from '../../../src/lib/validation-error.ts'
import { writing, type BeforeTransaction } from '../../../src/procedures/access/builders.ts'
import { decide } from '../../../workflows/decisions/decide.ts'
import { lockDuplicates } from '../../../workflows/decisions/targets.ts'
import { validateDecision } from '../../../workflows/decisions/validate-decision.ts'
import { assertSeen, decisionAnswer } from '../answer.ts'
import { DecisionOutput } from '../read/review.schema.ts'
import { requestOf, TriageInput } from './triage.schema.ts'

/** Takes the duplicate lock before the transaction if the request makes a duplicate. */
const aheadOfDuplicate: BeforeTransaction = async (db, scope, raw) =>
  isRecord(raw) && raw['triage_status'] === 'duplicate' && lockDuplicates(db, scope.component_id)

export const triage = writing
  .review('author', 'reviewId', aheadOfDuplicate)
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
    const decision = validateDecision(work, requestOf(input))
    await assertSeen(ctx, input)
    return decisionAnswer(ctx, await decide(work, ctx.review, ctx.scope, decision))
  })
