import { sql } from 'kysely'
import { assertAcceptsReaction, type CommentWindow } from '../../entities/comment-window.ts'
import { Reaction } from '../../entities/reaction.ts'
import { isConcealed } from '../../entities/review-text.ts'
import type { Review } from '../../entities/review.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { stateError } from '../../src/errors.ts'
import type { ReactionKind } from '../../src/vocabulary.ts'
import { announce } from './announce.ts'

/** Reaction counts of a comment, and the caller's own reaction. */
export interface ReactionCounts {
  up: number
  down: number
  mine: ReactionKind | null
}

/**
 * Sets, switches or removes the actor's reaction and returns the new counts (rule R-12). Requires the write
 * lock of the review, which serializes reactions.
 */
export async function toggleReaction(
  { em, db, actor, now, auditLog }: UnitOfWork,
  review: Review,
  scope: CommentWindow,
  kind: ReactionKind,
): Promise<ReactionCounts> {
  assertAcceptsReaction(scope)
  assertReactable(review)
  // Both queries share one round trip.
  const [rows, ownReaction] = await Promise.all([
    selectCounts(db, review.id),
    em.findOne(Reaction, { reviewId: review.id, userId: actor.id }),
  ])
  const { up, down } = rows.at(0) ?? { up: 0, down: 0 }
  const mine = ownReaction?.kind === kind ? null : kind
  const counts: ReactionCounts = { up, down, mine }
  if (ownReaction) counts[ownReaction.kind] -= 1
  if (mine) counts[mine] += 1
  if (!ownReaction) em.create(Reaction, { reviewId: review.id, userId: actor.id, kind, createdAt: now })
  else if (mine) ownReaction.kind = mine
  else em.remove(ownReaction)
  announce(auditLog, 'reaction.changed', review)
  return counts
}

const selectCounts = preparedQuery(
  (_, reviewId) => sql<Pick<ReactionCounts, 'up' | 'down'>>`
    select count(*) filter (where kind = 'up') as up, count(*) filter (where kind = 'down') as down
    from reactions where review_id = ${reviewId}`,
)

/** Throws 422 for reactions to a withdrawn reply (rule R-12). */
export function assertReactable(review: Review): void {
  if (isConcealed(review.withdrawnAt)) throw stateError('reaction.withdrawn', 'This reply was withdrawn.')
}
