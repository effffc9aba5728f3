import { z } from 'zod'
import { isFrozen } from '../../entities/comment-window.ts'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { writing } from '../../src/procedures/access/builders.ts'
import { setETag } from '../../src/procedures/schemas/guards.ts'
import { guards, lookupId, text, createToast } from '../../src/procedures/schemas/shapes.ts'
import { revertRequirement } from '../../workflows/requirements/revert-requirement.ts'
import { assertCurrent } from './guards.ts'
import { RuleAnswer } from './read/requirements.schema.ts'
import { readEditorRule } from './read/requirements.ts'

export const revert = writing
  .rule('author')
  .meta({
    openapi: {
      method: 'POST',
      path: '/rules/{ruleId}/revert',
      tags: ['Requirements'],
      summary: 'Revert fields to their values before an audit entry',
    },
    etag: true,
  })
  .input(
    z.object({
      audit_id: lookupId,
      fields: z.array(text(100)).max(100).default([]),
      audit_comment: text(4096).nullable().optional(),
      ...guards,
    }),
  )
  .output(RuleAnswer)
  .mutation(async ({ ctx, input }) => {
    await assertCurrent(ctx, input)
    await revertRequirement(toUnitOfWork(ctx), ctx.rule, {
      auditId: input.audit_id,
      fields: input.fields,
      comment: input.audit_comment,
      frozen: isFrozen(ctx.scope),
    })
    setETag(ctx.reply, ctx.rule)
    return {
      toast: createToast('Change reverted', `Requirement ${ctx.rule.ruleId} was reverted.`),
      data: await readEditorRule(ctx.db, ctx.rule.id, ctx),
    }
  })
