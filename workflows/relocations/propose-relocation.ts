import { Component } from '../../entities/component.ts'
import { Relocation } from '../../entities/relocation.ts'
import type { Rule } from '../../entities/rule.ts'
import { illegal } from '../../src/errors.ts'
import type { Work } from '../../src/work.ts'
import { type Named, namedTarget } from './named-target.ts'

/** Marks a write-locked requirement to move; 422 while it has an open proposal (rule C-63). */
export async function proposeRelocation(
  { em, db, actor }: Work,
  rule: Rule,
  given: Named & { technology: string },
): Promise<Relocation> {
  const [open, component] = await Promise.all([
    em.count(Relocation, { sourceRuleId: rule.id, executedAt: null, declinedAt: null }),
    em.findOneOrFail(Component, { id: rule.componentId }),
  ])
  if (open > 0) throw illegal('relocation.open', 'This requirement has an open proposal already.')
  const relocation = em.create(Relocation, {
    componentId: rule.componentId,
    sourceRuleId: rule.id,
    sourceDisplayedName: component.displayedName(rule),
    targetTechnologyToken: given.technology,
    ...(await namedTarget(db, actor, given)),
    requestedById: actor.id,
    requestedByName: actor.name,
  })
  await em.flush()
  return relocation
}

/** Withdraws an open proposal. */
export async function withdrawProposal({ em }: Pick<Work, 'em'>, relocation: Relocation): Promise<void> {
  em.remove(relocation)
  await em.flush()
}
