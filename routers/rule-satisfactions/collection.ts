import { z } from 'zod'
import { isFrozen } from '../../entities/comment-window.ts'
import { Rule } from '../../entities/rule.ts'
import type { Actor } from '../../src/audit/actor.ts'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { authorizeAccess } from '../../src/auth/access/effective-access.ts'
import type { Em, Queries } from '../../src/database/database.ts'
import { DomainError, notFoundError } from '../../src/errors.ts'
import { writing } from '../../src/procedures/access/builders.ts'
import { ruleScope } from '../../src/procedures/access/scopes.ts'
import { guards, lookupId, Toast, createToast } from '../../src/procedures/schemas/shapes.ts'
import { addSatisfaction } from '../../workflows/requirements/link-satisfaction.ts'
import { assertCurrent } from '../rules/guards.ts'

const tags = ['Requirements']

const Answer = z.object({ toast: Toast })

export const create = writing
  .ruleInBody('author')
  .meta({
    openapi: {
      method: 'POST',
      path: '/rule_satisfactions',
      tags,
      summary: 'Record that another requirement satisfies a requirement',
    },
    required: ['rule_id', 'satisfied_by_rule_id'],
    errors: [404],
  })
  .input(z.object({ rule_id: lookupId, satisfied_by_rule_id: lookupId, ...guards }))
  .output(Answer)
  .mutation(async ({ ctx, input }) => {
    const parent = await findParentRule(ctx, input.satisfied_by_rule_id)
    await assertCurrent(ctx, input)
    const frozen = isFrozen(ctx.scope)
    await addSatisfaction(toUnitOfWork(ctx), { child: ctx.rule, parent, frozen })
    return {
      toast: createToast(
        'Satisfaction added',
        `Requirement ${ctx.rule.ruleId} is satisfied by ${parent.ruleId}.`,
      ),
    }
  })

/**
 * The other end, write-locked if it can be linked; unknown, deleted and unreadable requirements are the same
 * 404.
 */
async function findParentRule({ em, db, actor, other }: ParentLookup, id: number): Promise<Rule> {
  if (other && !other.deletedAt) return other
  try {
    await authorizeAccess(db, await ruleScope(db, id, actor), actor, 'show')
  } catch (error) {
    throw error instanceof DomainError ? notFoundError() : error
  }
  const existing = await em.findOne(Rule, { id })
  if (!existing) throw notFoundError()
  return existing
}

interface ParentLookup {
  em: Em
  db: Queries
  actor: Actor
  other: Rule | null
}
