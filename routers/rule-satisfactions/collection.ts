import { isFrozen } from '../../entities/comment-window.ts'
import { z } from 'zod'
import { Rule } from '../../entities/rule.ts'
import { writing } from '../../src/access/builders.ts'
import { ruleScope } from '../../src/access/scopes.ts'
import { admit } from '../../src/access/standing.ts'
import type { Actor } from '../../src/access/actor.ts'
import type { Em, Queries } from '../../src/database.ts'
import { DomainError, notFound } from '../../src/errors.ts'
import { guards, soughtId, Toast, toast } from '../../src/wire/shapes.ts'
import { workOf } from '../../src/work.ts'
import { satisfy } from '../../workflows/requirements/nest-requirement.ts'
import { assertCurrent } from '../rules/guards.ts'

const tags = ['Requirements']

const Answer = z.object({ toast: Toast })

export const create = writing
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
  .input(z.object({ rule_id: soughtId, satisfied_by_rule_id: soughtId, ...guards }))
  .output(Answer)
  .mutation(async ({ ctx, input }) => {
    const parent = await parentRule(ctx, input.satisfied_by_rule_id)
    await assertCurrent(ctx, input)
    const frozen = isFrozen(ctx.scope)
    await satisfy(workOf(ctx), { child: ctx.rule, parent, frozen })
    return {
      toast: toast('Satisfaction added', `Requirement ${ctx.rule.ruleId} is satisfied by ${parent.ruleId}.`),
    }
  })

/** The other end, write-locked where it can be linked; unknown, deleted and unreadable requirements are the same 404. */
async function parentRule({ em, db, actor, other }: Ends, id: number): Promise<Rule> {
  if (other && !other.deletedAt) return other
  try {
    await admit(db, await ruleScope(db, id, actor), actor, 'show')
  } catch (error) {
    throw error instanceof DomainError ? notFound() : error
  }
  const elsewhere = await em.findOne(Rule, { id })
  if (!elsewhere) throw notFound()
  return elsewhere
}

interface Ends {
  em: Em
  db: Queries
  actor: Actor
  other: Rule | null
}
