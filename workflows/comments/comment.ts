import { assertAcceptsComment } from '../../entities/comment-window.ts'
import { Review } from '../../entities/review.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { ComponentScope } from '../../src/procedures/access/scopes.ts'
import { storeSignatures } from '../../src/search/similarity/store.ts'
import type { SectionKey } from '../../src/vocabulary.ts'
import { announce } from './announce.ts'
import { findCommentPosition, loadCommentPositions } from './comment-position.ts'
import { findMentions } from './mentions.ts'
import { assertLength } from './texts.ts'

/** Author of an imported comment: a name, or the account that a system administrator attributes it to. */
export interface ImportedPerson {
  name: string
  email: string | null
  accountId: number | null
}

/** A comment or reply to post; without a requirement it is on the component. */
export interface NewComment {
  ruleId: number | null
  comment: string
  section: SectionKey | null
  parentId: number | null
}

/** A comment that an import posts for another person (rules R-8 and E-44). */
export interface ImportedComment extends Omit<NewComment, 'parentId'> {
  author: ImportedPerson
}

/** The posted comment, and the displayed name of the requirement to which it was redirected. */
export interface PostedComment {
  review: Review
  redirectedTo: string | null
}

/**
 * Posts a comment or a reply (rules ). Throws 422 for a text over the limit, outside the
 * component's window, and for a parent elsewhere.
 */
export async function postComment(
  work: UnitOfWork,
  scope: ComponentScope,
  newComment: NewComment,
): Promise<PostedComment> {
  const { em, db, now, auditLog, actor, env } = work
  const { parentId, comment, section } = newComment
  assertLength('comment', comment, env.limits.comment)
  const target = { componentId: scope.component_id, ruleId: newComment.ruleId, scope }
  const { redirectedTo, ...position } = await findCommentPosition(em, db, target, parentId)
  const review = em.create(Review, {
    ...position,
    projectId: scope.project_id,
    componentId: scope.component_id,
    commentableType: position.ruleId === null ? 'Component' : 'BaseRule',
    userId: actor.id,
    action: 'comment',
    comment,
    section,
    respondingToReviewId: parentId,
    triageStatus: parentId === null ? 'pending' : null,
    createdAt: now,
  })
  await em.flush()
  if (parentId === null) {
    await storeSignatures(db, [{ id: review.id, component_id: scope.component_id, comment }])
  }
  const mentioned = await findMentions(db, review, comment)
  announce(auditLog, parentId === null ? 'comment.created' : 'comment.replied', review, { mentioned })
  return { review, redirectedTo }
}

/** Throws 422 if an imported comment is over the limit or outside the component's window. */
export function assertImportable(
  { env }: Pick<UnitOfWork, 'env'>,
  scope: ComponentScope,
  comment: string,
): void {
  assertLength('comment', comment, env.limits.comment)
  assertAcceptsComment(scope, false)
}

/** Posts comments that passed `assertImportable` with a fixed number of queries; returns them in their order. */
export async function postImportedComments(
  { em, db, now, auditLog }: UnitOfWork,
  scope: ComponentScope,
  comments: readonly ImportedComment[],
): Promise<Review[]> {
  if (comments.length === 0) return []
  const findPosition = await loadCommentPositions(
    db,
    comments.flatMap(({ ruleId }) => ruleId ?? []),
  )
  const reviews = comments.map(({ ruleId, comment, section, author }) => {
    const { redirectedTo: _, ...position } = findPosition(ruleId)
    const isNamed = author.accountId === null
    const review = em.create(Review, {
      ...position,
      projectId: scope.project_id,
      componentId: scope.component_id,
      commentableType: position.ruleId === null ? 'Component' : 'BaseRule',
      userId: author.accountId,
      commenterImportedName: isNamed ? author.name : null,
      commenterImportedEmail: isNamed ? author.email : null,
      action: 'comment',
      comment,
      section,
      triageStatus: 'pending',
      createdAt: now,
    })
    auditLog.setReason(review, isNamed ? 'Imported by name' : 'Imported and attributed to an account')
    return review
  })
  await em.flush()
  await storeSignatures(
    db,
    reviews.map(({ id, comment }) => ({ id, component_id: scope.component_id, comment })),
  )
  for (const review of reviews) announce(auditLog, 'comment.created', review)
  return reviews
}
