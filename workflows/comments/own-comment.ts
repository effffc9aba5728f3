import { assertNotFrozen, type CommentWindow } from '../../entities/comment-window.ts'
import type { Review } from '../../entities/review.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { clearStoredTexts } from '../../src/procedures/idempotency/keys.ts'
import { storeSignatures } from '../../src/search/similarity/store.ts'
import { announce } from './announce.ts'
import { findMentions } from './mentions.ts'

/** Edits an own comment or reply (rules ). Throws 422 if the review or the phase forbids it. */
export async function editComment(
  { em, db, auditLog, now }: UnitOfWork,
  review: Review,
  scope: CommentWindow,
  text: string,
): Promise<void> {
  assertNotFrozen(scope)
  const mentioned = await findMentions(db, review, text, review.comment)
  review.edit(text, now)
  if (review.isTopLevel()) {
    await storeSignatures(db, [{ id: review.id, component_id: review.componentId, comment: text }])
  }
  await em.flush()
  announce(auditLog, 'comment.edited', review, { mentioned })
}

/**
 * Withdraws an own comment or reply (rules ). Throws 422 if the review or the phase forbids it.
 */
export async function withdrawComment(
  { em, db, auditLog, actor, now }: UnitOfWork,
  review: Review,
  scope: CommentWindow,
): Promise<void> {
  assertNotFrozen(scope)
  review.withdraw(actor.id, now)
  await clearStoredTexts(db, { componentId: review.componentId })
  await em.flush()
  announce(auditLog, 'comment.withdrawn', review)
}
