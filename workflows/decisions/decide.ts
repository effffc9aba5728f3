import { assertNotFrozen, type CommentWindow } from '../../entities/comment-window.ts'
import type { Review } from '../../entities/review.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { createDecisionMetadata } from './decision-metadata.ts'
import { storeDecision } from './store-decision.ts'
import { loadTargets } from './targets.ts'
import type { ValidatedDecision } from './validate-decision.ts'

/**
 * Decides on a write-locked comment and returns the stored response (rule R-17). Throws 422 if phase, state
 * or target forbids it.
 */
export async function decide(
  work: UnitOfWork,
  review: Review,
  scope: CommentWindow,
  decision: ValidatedDecision,
): Promise<Review | null> {
  const { db } = work
  assertNotFrozen(scope)
  const targets = await loadTargets(db, [review.id], decision)
  review.triage(decision.status, targets, await createDecisionMetadata(work, decision))
  return storeDecision(work, 'comment.triaged', review, decision.response)
}
