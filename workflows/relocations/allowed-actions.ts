import { assertDestination, Relocation } from '../../entities/relocation.ts'
import type { Caller } from '../../src/audit/actor.ts'
import { toEffectiveAccess } from '../../src/auth/access/effective-access.ts'
import { type AllowedAction, toAllowedAction } from '../../src/procedures/access/allowed-action.ts'
import {
  describeSettlers,
  type ProposalScope,
  SETTLING_NEEDS,
  toSettlingAccess,
  WITHDRAWING_NEEDS,
} from '../../src/procedures/access/relocations.ts'

/** Actions on a proposal; accepting and declining also depend on the target component that the request names. */
export const RELOCATION_ACTIONS = ['accept', 'decline', 'withdraw'] as const
type RelocationAction = (typeof RELOCATION_ACTIONS)[number]

/** The columns of a relocation that its rules use. */
export type RelocationFacts = Pick<Relocation, 'executedAt' | 'declinedAt'>

/**
 * Which actions the caller can perform on a proposal now, and why not. Accepting and declining are tried with a target
 * that fits as far as the proposal names none.
 */
export function listAllowedOnRelocation(
  facts: RelocationFacts,
  scope: ProposalScope,
  actor: Caller,
): Record<RelocationAction, AllowedAction> {
  const relocation = Object.assign(new Relocation(), facts)
  const { released } = scope
  const settle = toAllowedAction(
    { actor, effectiveAccess: toSettlingAccess(scope, actor), released },
    {
      needs: SETTLING_NEEDS,
      denial: describeSettlers(scope),
      attempt: () => {
        relocation.assertOpen()
        assertDestination(toLikelyDestination(scope))
      },
    },
  )
  const withdraw = toAllowedAction(
    { actor, effectiveAccess: toEffectiveAccess(scope, actor), released },
    { needs: WITHDRAWING_NEEDS, readOnly: true, attempt: () => relocation.assertOpen() },
  )
  return { accept: settle, decline: settle, withdraw }
}

/** The target that the proposal names, as far as it is known before the request. */
function toLikelyDestination(scope: ProposalScope) {
  return {
    documentType: scope.named_type ?? 'srg',
    released: scope.named_released ?? false,
    sourceReleased: scope.released,
    sameComponent: false,
    declaresLineage: true,
    matchesTechnology: true,
    isNamedTarget: !scope.names_target || scope.named_project_id !== null,
    visibleToProposer: true,
    nextRuleNumber: 1,
  }
}
