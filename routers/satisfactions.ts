import { z } from 'zod'
import { Rule } from '../entities/rule.ts'
import { locked, writing } from '../src/access.ts'
import { ruleScope } from '../src/access/scopes.ts'
import { admit } from '../src/access/standing.ts'
import type { Actor } from '../src/context.ts'
import type { Em, Reader } from '../src/database.ts'
import { notFound } from '../src/errors.ts'
import { bodyId, pathId, Toast, toast } from '../src/shapes.ts'
import { router } from '../src/trpc.ts'
import { release, satisfy } from './rules/nesting.ts'

const tags = ['Requirements']
const Answer = z.object({ toast: Toast })

/** Links between requirements of one STIG component: one satisfies others (components 3.5). */
export const satisfactions = router({
  create: writing
    .ruleIn('author')
    .meta({
      openapi: {
        method: 'POST',
        path: '/rule_satisfactions',
        tags,
        summary: 'Say that a requirement is satisfied by another one',
      },
      required: ['rule_id', 'satisfied_by_rule_id'],
      errors: [404],
    })
    .input(z.object({ rule_id: bodyId, satisfied_by_rule_id: bodyId }))
    .output(Answer)
    .mutation(async ({ ctx, input }) => {
      const parent = await parentRule(ctx, input.satisfied_by_rule_id)
      await satisfy({ ...ctx, frozen: ctx.scope.closed_reason === 'finalized' }, ctx.rule, parent)
      return {
        toast: toast(
          'Satisfaction added',
          `Requirement ${ctx.rule.ruleId} is satisfied by ${parent.ruleId}.`,
        ),
      }
    }),

  remove: writing
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
    .input(z.object({ ruleId: pathId, rule_id: bodyId.optional(), satisfied_by_rule_id: bodyId }))
    .output(Answer)
    .mutation(async ({ ctx, input }) => {
      await release(
        { ...ctx, frozen: ctx.scope.closed_reason === 'finalized' },
        ctx.rule,
        input.satisfied_by_rule_id,
      )
      return {
        toast: toast('Satisfaction removed', `Requirement ${ctx.rule.ruleId} stands on its own again.`),
      }
    }),
})

/**
 * The other end, write-locked where it can be linked; unknown, deleted and unreadable requirements are the same 404.
 */
async function parentRule(ctx: { em: Em; db: Reader; actor: Actor; rule: Rule }, id: number): Promise<Rule> {
  if (id === ctx.rule.id) return ctx.rule
  const scope = await ruleScope(ctx.db, id, ctx.actor)
  try {
    await admit(ctx.db, scope, ctx.actor, 'show')
  } catch {
    throw notFound()
  }
  // Only the requirements of this component are locked with it.
  if (scope?.component_id === ctx.rule.componentId) return locked(ctx.em, Rule, id)
  const elsewhere = await ctx.em.findOne(Rule, { id })
  if (!elsewhere) throw notFound()
  return elsewhere
}
