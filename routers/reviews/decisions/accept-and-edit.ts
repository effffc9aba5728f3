import { z } from 'zod'
import { isFrozen } from '../../../entities/comment-window.ts'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { assertUnreleased, writing } from '../../../src/procedures/access/builders.ts'
import { guards, text } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { acceptAndChange } from '../../../workflows/decisions/accept-and-edit.ts'
import { validateDecision } from '../../../workflows/decisions/validate-decision.ts'
import { saveRequirement } from '../../../workflows/requirements/save-requirement.ts'
import { toRuleChanges } from '../../rules/changes.ts'
import { EditorRule } from '../../rules/read/requirements.schema.ts'
import { readEditorRule } from '../../rules/read/requirements.ts'
import { RuleInput } from '../../rules/record.schema.ts'
import { assertChangedTexts } from '../../rules/text-limits.ts'
import { COMMENT_LIMIT } from '../commenting.schema.ts'
import { DecisionOutput } from '../read/review.schema.ts'
import { assertCurrent, toDecisionResponse } from '../review-response.ts'
import { close, toTriageRequest } from './triage.schema.ts'

const AcceptInput = z.object({
  rule: RuleInput,
  triage_status: z.enum(['concur', 'concur_with_comment'], {
    error: 'must be concur or concur_with_comment',
  }),
  response_comment: text(COMMENT_LIMIT).nullish(),
  close,
  ...guards,
})
const AcceptOutput = DecisionOutput.extend({ rule: EditorRule }).meta({ id: 'AcceptAnswer' })

export const acceptAndEdit = writing
  .review('author')
  .meta({
    openapi: {
      method: 'POST',
      path: '/reviews/{reviewId}/accept_and_edit',
      tags: ['Comments and reviews'],
      summary: 'Accept a comment: change its requirement and record the decision',
    },
    refusal: 'Could not save triage',
    limits: ['review_write'],
    etag: true,
  })
  .use(async ({ ctx, next }) => {
    await assertUnreleased(ctx.db, ctx.scope.released, ctx.actor, ctx.effectiveAccess)
    return next()
  })
  .input(AcceptInput)
  .concat(rejectUnknownKeys)
  .output(AcceptOutput)
  .mutation(async ({ ctx, input }) => {
    const work = toUnitOfWork(ctx)
    const decision = validateDecision(work, toTriageRequest(input))
    await assertCurrent(ctx, input)
    const { response, changed } = await acceptAndChange(
      work,
      ctx.review,
      ctx.scope,
      decision,
      async (rule) => {
        await assertChangedTexts(work, rule, input.rule)
        await saveRequirement(work, rule, {
          changes: toRuleChanges(input.rule),
          comment: input.rule.audit_comment,
          frozen: isFrozen(ctx.scope),
          guarded: 'sections',
        })
        return readEditorRule(ctx.db, rule.id, ctx)
      },
    )
    return { ...(await toDecisionResponse(ctx, response)), rule: changed }
  })
