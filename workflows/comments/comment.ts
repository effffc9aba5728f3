import { Review } from '../../entities/review.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { ComponentScope } from '../../src/procedures/access/scopes.ts'
import { storeSignatures } from '../../src/search/similarity/store.ts'
import type { SectionKey } from '../../src/vocabulary.ts'
import { announce } from './announce.ts'
import { findCommentPosition } from './comment-position.ts'
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
  /** Author of an imported comment; otherwise the actor is the author (rules R-8 and E-44). */
  author?: ImportedPerson
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
  const { parentId, comment, section, author } = newComment
  assertLength('comment', comment, env.limits.comment)
  const target = { componentId: scope.component_id, ruleId: newComment.ruleId, scope }
  const { redirectedTo, ...position } = await findCommentPosition(em, db, target, parentId)
  const review = em.create(Review, {
    ...position,
    projectId: scope.project_id,
    componentId: scope.component_id,
    commentableType: position.ruleId === null ? 'Component' : 'BaseRule',
    userId: author ? author.accountId : actor.id,
    ...toImportedName(author),
    action: 'comment',
    comment,
    section,
    respondingToReviewId: parentId,
    triageStatus: parentId === null ? 'pending' : null,
    createdAt: now,
  })
  if (author) auditLog.setReason(review, ATTRIBUTED[author.accountId === null ? 'name' : 'account'])
  await em.flush()
  if (parentId === null) {
    await storeSignatures(db, [{ id: review.id, component_id: scope.component_id, comment }])
  }
  const mentioned = author ? [] : await findMentions(db, review, comment)
  announce(auditLog, parentId === null ? 'comment.created' : 'comment.replied', review, { mentioned })
  return { review, redirectedTo }
}

const ATTRIBUTED = { name: 'Imported by name', account: 'Imported and attributed to an account' }

/** Returns null columns if the comment belongs to an account. */
function toImportedName(person: ImportedPerson | undefined) {
  const namedPerson = person?.accountId === null ? person : undefined
  return {
    commenterImportedName: namedPerson?.name ?? null,
    commenterImportedEmail: namedPerson?.email ?? null,
  }
}
