import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { reading, writing } from '../../src/procedures/access/builders.ts'
import { setETag } from '../../src/procedures/schemas/guards.ts'
import { guards, Toast, createToast } from '../../src/procedures/schemas/shapes.ts'
import { deleteRequirement } from '../../workflows/requirements/delete-requirement.ts'
import { assertCurrent } from './guards.ts'
import { RuleAnswer, RuleDetail } from './read/requirements.schema.ts'
import { readRuleDetail } from './read/requirements.ts'
import { RuleInput, RuleReplacement } from './record.schema.ts'
import { saveRule } from './save.ts'

const tags = ['Requirements']

export const show = reading
  .rule('show')
  .meta({ openapi: { method: 'GET', path: '/rules/{ruleId}', tags, summary: 'One requirement' } })
  .output(RuleDetail)
  .query(async ({ ctx, input }) => {
    const rule = await readRuleDetail(ctx.db, input.ruleId, ctx)
    setETag(ctx.reply, { lockVersion: rule.lock_version })
    return rule
  })

export const replace = writing
  .rule('author')
  .meta({
    openapi: {
      method: 'PUT',
      path: '/rules/{ruleId}',
      tags,
      summary: 'Replace the content of a requirement',
    },
  })
  .input(z.object({ rule: RuleReplacement, ...guards }))
  .output(RuleAnswer)
  .mutation(({ ctx, input }) => saveRule(ctx, input.rule, input, 'whole'))

export const update = writing
  .rule('author')
  .meta({
    openapi: { method: 'PATCH', path: '/rules/{ruleId}', tags, summary: 'Change parts of a requirement' },
  })
  .input(z.object({ rule: RuleInput, ...guards }))
  .output(RuleAnswer)
  .mutation(({ ctx, input }) => saveRule(ctx, input.rule, input, 'sections'))

export const remove = writing
  .rule('admin', 'ruleId', 'exclusive')
  .meta({ openapi: { method: 'DELETE', path: '/rules/{ruleId}', tags, summary: 'Delete a requirement' } })
  .input(z.object(guards))
  .output(z.object({ toast: Toast }))
  .mutation(async ({ ctx, input }) => {
    const { rule } = ctx
    await assertCurrent(ctx, input)
    await deleteRequirement(toUnitOfWork(ctx), rule)
    const warned = rule.locked ? 'locked' : rule.reviewRequestorId == null ? null : 'under review'
    if (warned === null) {
      return { toast: createToast('Requirement deleted', `Requirement ${rule.ruleId} was deleted.`) }
    }
    const message = `Requirement ${rule.ruleId} was deleted although it was ${warned}.`
    return { toast: createToast('Requirement deleted', message, 'warning') }
  })
