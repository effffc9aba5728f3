import { sql } from 'kysely'
import { Relocation } from '../../entities/relocation.ts'
import { formatDisplayedName } from '../../entities/requirement-name.ts'
import type { Rule } from '../../entities/rule.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { notFoundError, stateError, validationError } from '../../src/errors.ts'
import { type ProposalTarget, findNamedTarget } from './named-target.ts'

/**
 * Proposes the relocation of a write-locked requirement (rule C-63).
 * @throws 422 if a proposal is open, or the named target is the source
 */
export async function proposeRelocation(
  { em, db, actor }: UnitOfWork,
  rule: Rule,
  proposal: ProposalTarget & { technology: string },
): Promise<Relocation> {
  const [component] = await selectSource(db, rule.componentId, rule.id)
  if (!component) throw notFoundError()
  if (component.proposed) {
    throw stateError('relocation.open', 'This requirement has an open proposal already.')
  }
  if (proposal.component === rule.componentId) {
    throw validationError(
      'validation',
      'target_component_id',
      'The requirement is already in this component.',
    )
  }
  const relocation = em.create(Relocation, {
    componentId: rule.componentId,
    sourceRuleId: rule.id,
    sourceDisplayedName: formatDisplayedName(component, rule),
    targetTechnologyToken: proposal.technology,
    ...(await findNamedTarget(db, actor, proposal)),
    requestedById: actor.id,
    requestedByName: actor.name,
  })
  await em.flush()
  return relocation
}

const selectSource = preparedQuery(
  (_, componentId, ruleId) => sql<{ prefix: string; proposed: boolean }>`
    select c.prefix, exists (select from requirement_relocations l
      where l.source_rule_id = ${ruleId} and l.executed_at is null and l.declined_at is null) as proposed
    from components c where c.id = ${componentId}`,
)

/** Withdraws an open proposal. */
export async function withdrawProposal(
  { em }: Pick<UnitOfWork, 'em'>,
  relocation: Relocation,
): Promise<void> {
  em.remove(relocation)
  await em.flush()
}
