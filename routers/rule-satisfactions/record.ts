import { isFrozen } from '../../entities/comment-window.ts'
import { z } from 'zod'
import { writing } from '../../src/access/builders.ts'
import { notFound } from '../../src/errors.ts'
import { guards, pathId, soughtId, Toast, toast } from '../../src/wire/shapes.ts'
import { workOf } from '../../src/work.ts'
import { release } from '../../workflows/requirements/nest-requirement.ts'
import { assertCurrent } from '../rules/guards.ts'

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
  .input(
    z.object({ ruleId: pathId, rule_id: soughtId.optional(), satisfied_by_rule_id: soughtId, ...guards }),
  )
  .output(Answer)
  .mutation(async ({ ctx, input }) => {
    const { rule: child, other: parent } = ctx
    if (!parent) throw notFound()
    await assertCurrent(ctx, input)
    await release(workOf(ctx), { child, parent, frozen: isFrozen(ctx.scope) })
    return {
      toast: toast('Satisfaction removed', `Requirement ${ctx.rule.ruleId} stands on its own again.`),
    }
  })
