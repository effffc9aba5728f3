import type { ComponentScope } from '../../../src/procedures/access/scopes.ts'
import {
  listAllowedOnRequirement,
  type RequirementContext,
} from '../../../workflows/requirements/allowed-actions.ts'
import type { EditorRule } from './requirements.schema.ts'
import type { Viewer } from './viewer.ts'

/** The caller of the allowed actions as plain values, which can be part of a cache key. */
export function toRequirementCaller({
  actor,
  effectiveAccess,
  scope,
}: Viewer & { scope: ComponentScope }): RequirementContext {
  const { released, comment_phase, closed_reason } = scope
  return { actor: { id: actor.id }, effectiveAccess, released, scope: { comment_phase, closed_reason } }
}

/** Returns the caller's actions on a live requirement. */
export function toAllowedActions(rule: EditorRule, caller: RequirementContext) {
  const facts = {
    ruleId: rule.rule_id,
    locked: rule.locked,
    reviewRequestorId: rule.review_requestor_id,
    changesRequested: rule.changes_requested,
  }
  return listAllowedOnRequirement(facts, caller)
}
