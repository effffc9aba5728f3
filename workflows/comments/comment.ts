import { Review } from '../../entities/review.ts'
import type { ComponentScope } from '../../src/access/scopes.ts'
import { sign } from '../../src/similarity/store.ts'
import type { SectionKey } from '../../src/vocabulary.ts'
import type { Work } from '../../src/work.ts'
import { announce } from './announce.ts'
import { mentionedIn } from './mentions.ts'
import { placeFor } from './placing.ts'
import { assertLength } from './texts.ts'

/** A comment or a reply that somebody is about to post; without a requirement it is on the component. */
export interface NewComment {
  ruleId: number | null
  comment: string
  section: SectionKey | null
  parentId: number | null
  /** Somebody without an account who said it elsewhere; else it is the actor's (rule R-8). */
  saidBy?: { name: string; email: string | null }
}

/** What was posted, and the displayed name of the requirement that it was redirected to. */
export interface Posted {
  review: Review
  redirectedTo: string | null
}

/**
 * Posts a comment or a reply (rules ). Throws 422 for a text over the limit, outside the component's
 * window, and for a parent elsewhere.
 */
export async function postComment(work: Work, scope: ComponentScope, given: NewComment): Promise<Posted> {
  const { em, db, now, trail, actor, env } = work
  const { parentId, comment, section, saidBy } = given
  assertLength('comment', comment, env.limits.comment)
  const target = { componentId: scope.component_id, ruleId: given.ruleId, window: scope }
  const { redirectedTo, ...place } = await placeFor(em, db, target, parentId)
  const review = em.create(Review, {
    ...place,
    projectId: scope.project_id,
    componentId: scope.component_id,
    commentableType: place.ruleId === null ? 'Component' : 'BaseRule',
    userId: saidBy ? null : actor.id,
    commenterImportedName: saidBy?.name ?? null,
    commenterImportedEmail: saidBy?.email ?? null,
    action: 'comment',
    comment,
    section,
    respondingToReviewId: parentId,
    triageStatus: parentId === null ? 'pending' : null,
    createdAt: now,
  })
  await em.flush()
  if (parentId === null) await sign(db, [{ id: review.id, component_id: scope.component_id, comment }])
  const mentioned = await mentionedIn(db, review, comment)
  announce(trail, parentId === null ? 'comment.created' : 'comment.replied', review, { mentioned })
  return { review, redirectedTo }
}
