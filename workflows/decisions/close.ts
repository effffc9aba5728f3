import { assertNotFrozen, type CommentWindow } from '../../entities/comment-window.ts'
import type { Review } from '../../entities/review.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { announce } from '../comments/announce.ts'
import { createDecisionMetadata } from './decision-metadata.ts'
import { storeDecision } from './store-decision.ts'

/** Closes a decided comment and returns the stored response; does nothing if it is closed (rule R-23). */
export async function closeComment(
  work: UnitOfWork,
  review: Review,
  scope: CommentWindow,
  text: string | null | undefined,
): Promise<Review | null> {
  assertNotFrozen(scope)
  if (!review.adjudicate(await createDecisionMetadata(work, { response: text }))) return null
  return storeDecision(work, 'comment.adjudicated', review, text)
}

/** Reopens a comment (rule R-17). Throws 422 if it is not closed, or was withdrawn. */
export async function reopenComment(
  { em, auditLog }: UnitOfWork,
  review: Review,
  scope: CommentWindow,
): Promise<void> {
  assertNotFrozen(scope)
  review.reopen()
  await em.flush()
  announce(auditLog, 'comment.reopened', review)
}
