import { assertNotFrozen } from '../../entities/comment-window.ts'
import type { Review } from '../../entities/review.ts'
import { Rule } from '../../entities/rule.ts'
import { NO_TARGETS } from '../../entities/triage-decision.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { illegal, notFound } from '../../src/errors.ts'
import { loadLocked } from '../../src/procedures/access/authorize-record.ts'
import type { ComponentScope } from '../../src/procedures/access/scopes.ts'
import { decisionMetadata } from './decision-metadata.ts'
import { storeDecision } from './respond.ts'
import type { ValidatedDecision } from './validate-decision.ts'

/** The response to the comment, and what the change of the requirement is answered with. */
export interface Accepted<T> {
  response: Review | null
  changed: T
}

/**
 * Records that a comment was accepted and changes its requirement as it asks, both or neither (rule R-17). `change`
 * is the one use case of saving a requirement; the guards of this call speak of the review, and the requirement is
 * written under its lock. Throws 422 where phase or state forbid it, and 404 for a deleted requirement.
 */
export async function acceptAndChange<T>(
  work: UnitOfWork,
  review: Review,
  scope: ComponentScope,
  decision: ValidatedDecision,
  change: (rule: Rule) => Promise<T>,
): Promise<Accepted<T>> {
  const { em } = work
  assertNotFrozen(scope)
  review.triage(decision.status, NO_TARGETS, await decisionMetadata(work, decision))
  const rule = await loadLocked(em, Rule, assertOnRequirement(review))
  if (rule.deletedAt) throw notFound()
  // Stored first, so that the requirement is answered with it.
  const response = await storeDecision(work, 'comment.triaged', review, decision.response)
  return { response, changed: await change(rule) }
}

/** The requirement that the comment is on; 422 for a comment on a component. */
export function assertOnRequirement(review: Review): number {
  if (review.ruleId == null) throw illegal('review.no_requirement', 'The comment is not on a requirement.')
  return review.ruleId
}
