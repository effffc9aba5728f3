import { assertNotFrozen, type CommentWindow } from '../../entities/comment-window.ts'
import type { Review } from '../../entities/review.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { clearStoredTexts } from '../../src/procedures/idempotency/keys.ts'
import type { SectionKey } from '../../src/vocabulary.ts'
import { announce } from './announce.ts'

/** Withdraws another person's comment, in any phase (rules ). */
export async function withdrawForOther(
  { em, db, auditLog, actor, now }: UnitOfWork,
  review: Review,
  reason: string,
): Promise<void> {
  review.withdrawByAdmin(actor.id, now)
  auditLog.setReason(review, `Force-withdrawn: ${reason}`)
  await clearStoredTexts(db, { componentId: review.componentId })
  await em.flush()
  announce(auditLog, 'comment.withdrawn', review)
}

/** Resets a closed comment to pending, in any phase. Throws 422 if it is not closed. */
export async function restoreComment(
  { em, auditLog }: UnitOfWork,
  review: Review,
  reason: string,
): Promise<void> {
  review.restoreByAdmin()
  auditLog.setReason(review, `Restored: ${reason}`)
  await em.flush()
  announce(auditLog, 'comment.restored', review)
}

/** Changes the section of a comment; returns false if it is unchanged (rule R-42). */
export async function retagComment(
  { em, auditLog }: UnitOfWork,
  review: Review,
  scope: CommentWindow,
  { section, reason }: { section: SectionKey | null; reason: string },
): Promise<boolean> {
  assertNotFrozen(scope)
  if (!review.retag(section)) return false
  auditLog.setReason(review, `Section changed: ${reason}`)
  await em.flush()
  announce(auditLog, 'comment.retagged', review)
  return true
}
