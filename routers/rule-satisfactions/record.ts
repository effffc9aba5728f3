import { isFrozen } from '../../entities/comment-window.ts'
import { z } from 'zod'
import { writing } from '../../src/access/builders.ts'
import { pathId, soughtId, Toast, toast } from '../../src/wire/shapes.ts'
import { workOf } from '../../src/work.ts'
import { release } from '../../workflows/requirements/nest-requirement.ts'

const tags = ['Requirements']

const Answer = z.object({ toast: Toast })

export const remove = writing
  .ruleIn('author')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/rule_satisfactions/{ruleId}',
      tags,
      summary: 'Say that a requirement is no longer satisfied by another one',
    },
    required: ['satisfied_by_rule_id'],
  })
  .input(z.object({ ruleId: pathId, rule_id: soughtId.optional(), satisfied_by_rule_id: soughtId }))
  .output(Answer)
  .mutation(async ({ ctx }) => {
    const frozen = isFrozen(ctx.scope)
    await release(workOf(ctx), { child: ctx.rule, parent: ctx.other, frozen })
    return {
      toast: toast('Satisfaction removed', `Requirement ${ctx.rule.ruleId} stands on its own again.`),
    }
  })
