import { z } from 'zod'
import { isFrozen } from '../../entities/comment-window.ts'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { notFoundError } from '../../src/errors.ts'
import { writing } from '../../src/procedures/access/builders.ts'
import { guards, lookupId, Toast, createToast } from '../../src/procedures/schemas/shapes.ts'
import { removeSatisfaction } from '../../workflows/requirements/link-satisfaction.ts'
import { assertCurrent } from '../rules/guards.ts'

const tags = ['Requirements']

const Answer = z.object({ toast: Toast })

export const remove = writing
  .ruleInPathOrBody('author')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/rule_satisfactions/{ruleId}',
      tags,
      summary: 'Remove a satisfaction',
    },
    required: ['satisfied_by_rule_id'],
  })
  .input(z.object({ satisfied_by_rule_id: lookupId, ...guards }))
  .output(Answer)
  .mutation(async ({ ctx, input }) => {
    const { rule: child, other: parent } = ctx
    if (!parent) throw notFoundError()
    await assertCurrent(ctx, input)
    await removeSatisfaction(toUnitOfWork(ctx), { child, parent, frozen: isFrozen(ctx.scope) })
    return {
      toast: createToast(
        'Satisfaction removed',
        `Requirement ${ctx.rule.ruleId} is no longer satisfied by another one.`,
      ),
    }
  })
