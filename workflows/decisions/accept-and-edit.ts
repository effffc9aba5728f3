import { assertNotFrozen } from '../../entities/comment-window.ts'
import type { Review } from '../../entities/review.ts'
import { Rule } from '../../entities/rule.ts'
import { NO_TARGETS } from '../../entities/triage-decision.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { stateError, notFoundError } from '../../src/errors.ts'
import { loadLocked } from '../../src/procedures/access/authorize-record.ts'
import type { ComponentScope } from '../../src/procedures/access/scopes.ts'
import { createDecisionMetadata } from './decision-metadata.ts'
import { storeDecision } from './store-decision.ts'
import type { ValidatedDecision } from './validate-decision.ts'

/** The response to the comment, and the result of the requirement's change. */
export interface AcceptedChange<T> {
  response: Review | null
  changed: T
}

/**
 * Accepts a comment and applies `change` to its requirement, atomically (rule R-17). The guards apply to the
 * review; `change` runs under the requirement's lock. Throws 422 if the phase or state forbids it, and 404
 * for a deleted requirement.
 */
export async function acceptAndChange<T>(
  work: UnitOfWork,
  review: Review,
  scope: ComponentScope,
  decision: ValidatedDecision,
  change: (rule: Rule) => Promise<T>,
): Promise<AcceptedChange<T>> {
  const { em } = work
  assertNotFrozen(scope)
  review.triage(decision.status, NO_TARGETS, await createDecisionMetadata(work, decision))
  const rule = await loadLocked(em, Rule, assertOnRequirement(review))
  if (rule.deletedAt) throw notFoundError()
  // Stored first, so that the result of the requirement includes it.
  const response = await storeDecision(work, 'comment.triaged', review, decision.response)
  return { response, changed: await change(rule) }
}

/** Returns the comment's requirement; throws 422 for a comment on a component. */
export function assertOnRequirement(review: Review): number {
  if (review.ruleId == null) throw stateError('review.no_requirement', 'The comment is not on a requirement.')
  return review.ruleId
}
