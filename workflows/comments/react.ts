import { isConcealed } from '../../entities/review-text.ts'
import { assertTakesReaction, type CommentWindow } from '../../entities/comment-window.ts'
import { Reaction } from '../../entities/reaction.ts'
import type { Review } from '../../entities/review.ts'
import { illegal } from '../../src/errors.ts'
import type { ReactionKind } from '../../src/vocabulary.ts'
import type { Work } from '../../src/work.ts'
import { announce } from './announce.ts'

/** Sets, switches or removes the actor's reaction (rule R-12). The caller holds the write lock of the review. */
export async function toggleReaction(
  { em, actor, now, trail }: Work,
  review: Review,
  window: CommentWindow,
  kind: ReactionKind,
): Promise<void> {
  assertTakesReaction(window)
  if (isConcealed(review.withdrawnAt)) throw illegal('reaction.withdrawn', 'This reply was withdrawn.')
  const own = await em.findOne(Reaction, { reviewId: review.id, userId: actor.id })
  if (!own) em.create(Reaction, { reviewId: review.id, userId: actor.id, kind, createdAt: now })
  else if (own.kind === kind) em.remove(own)
  else own.kind = kind
  await em.flush()
  announce(trail, 'reaction.changed', review)
}
