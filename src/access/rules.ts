import { z } from 'zod'
import { Rule } from '../../entities/rule.ts'
import type { Actor, Standing } from '../context.ts'
import type { Em, Reader } from '../database.ts'
import { DomainError, notFound } from '../errors.ts'
import { bodyId, pathId } from '../shapes.ts'
import { signedInWriting } from './procedures.ts'
import { admitted, assertUnreleased, locked } from './records.ts'
import { ruleScope, tombstoneScope, type ComponentScope } from './scopes.ts'
import type { Needs } from './standing.ts'

interface Loading {
  em: Em
  db: Reader
  actor: Actor
}

/** The write-locked requirement of an unreleased component, with the caller's standing on it. */
async function loaded(
  { em, db, actor }: Loading,
  id: number,
  row: ComponentScope | undefined,
  needs: Needs,
): Promise<{ standing: Standing; scope: ComponentScope; rule: Rule }> {
  const { scope, standing } = await admitted(db, row, actor, needs)
  await assertUnreleased(db, scope.released, actor, standing)
  return { standing, scope, rule: await locked(em, Rule, id) }
}

/**
 * The requirement that the body names as `rule_id`, else the path as `ruleId` (components 3.5). Its component is locked
 * alone, because links are written between requirements. Otherwise as `writing.rule`.
 */
export function namedRule(needs: Needs) {
  return signedInWriting
    .meta({ access: { record: 'rule', needs } })
    .input(z.object({ rule_id: bodyId.optional(), ruleId: pathId.optional() }))
    .use(async ({ ctx, input, next }) => {
      const id = input.rule_id ?? input.ruleId
      if (id === undefined) {
        throw new DomainError('malformed', 'parameter_missing', 'The parameter rule_id is missing.', {
          members: { parameter: 'rule_id' },
        })
      }
      const found = await loaded(ctx, id, await ruleScope(ctx.db, id, ctx.actor, 'alone'), needs)
      if (found.rule.deletedAt) throw notFound()
      return next({ ctx: found })
    })
}

/** The deleted requirement, write-locked; 404 for a live one. */
export function tombstone(needs: Needs) {
  return signedInWriting
    .meta({ access: { record: 'rule', needs } })
    .input(z.object({ ruleId: pathId }))
    .use(async ({ ctx, input, next }) => {
      const row = await tombstoneScope(ctx.db, input.ruleId, ctx.actor)
      const found = await loaded(ctx, input.ruleId, row, needs)
      if (!found.rule.deletedAt) throw notFound()
      return next({ ctx: found })
    })
}
