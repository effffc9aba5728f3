import { randomUUID } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import { assertNotFrozen, type CommentWindow } from '../../entities/comment-window.ts'
import { formatDisplayedName } from '../../entities/requirement-name.ts'
import { Review } from '../../entities/review.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Em, Queries } from '../../src/database/database.ts'
import { stateError, validationError } from '../../src/errors.ts'
import { announce } from '../comments/announce.ts'
import { createDecisionMetadata } from './decision-metadata.ts'

export interface MergedComments {
  survivor: Review
  duplicates: Review[]
  /** Id for the undo. */
  batch: string
}

/**
 * Merges comments of one author into a survivor (rule R-36). Requires the component's duplicate lock and the
 * write locks of all. Throws 422 for an invalid set.
 */
export async function mergeComments(
  work: UnitOfWork,
  reviews: Review[],
  scope: CommentWindow,
  survivorId: number,
): Promise<MergedComments> {
  const { em, db, auditLog } = work
  const survivor = reviews.find(({ id }) => id === survivorId)
  if (!survivor) {
    throw validationError(
      'review.survivor_not_selected',
      'survivor_id',
      'The survivor must be among review_ids.',
    )
  }
  const duplicates = reviews.filter((review) => review !== survivor)
  if (duplicates.length === 0) throw stateError('review.nothing_to_merge', 'There is nothing to merge.')
  assertNotFrozen(scope)
  assertSameAuthor(reviews)
  const followers = await lockFollowers(em, duplicates)
  const batch = { id: randomUUID(), size: reviews.length + followers.length }
  const metadata = await createDecisionMetadata(work, { batch: { ...batch, merge: 'other' } })
  survivor.absorb(await readLabels(db, duplicates), { ...metadata, batch: { ...batch, merge: 'survivor' } })
  for (const duplicate of duplicates) {
    duplicate.mergeInto(survivor, metadata)
    auditLog.setReason(duplicate, `Merged into ${survivor.id}`)
  }
  auditLog.setReason(survivor, `Merged with ${duplicates.length} other comments`)
  for (const follower of followers) {
    follower.repoint(survivor, metadata)
    auditLog.setReason(follower, `Its canonical was merged into ${survivor.id}`)
  }
  await em.flush()
  announce(auditLog, 'comment.merged', survivor)
  return { survivor, duplicates, batch: batch.id }
}

/**
 * Throws 422 unless all have the same account or, if imported, the same email; unknown people never match
 * (rule R-36).
 */
function assertSameAuthor(reviews: Review[]): void {
  const keys = new Set(reviews.map(toAuthorKey))
  const [key] = keys
  if (keys.size === 1 && key !== null) return
  throw stateError('review.different_authors', 'Only comments by the same person can be merged.')
}

function toAuthorKey(review: Review): string | null {
  if (review.userId != null) return `account ${review.userId}`
  const email = review.commenterImportedEmail?.trim().toLowerCase()
  return email ? `email ${email}` : null
}

/**
 * Returns where merged comments were posted: `PREFIX-000123`, or the prefix for the component (rule R-36).
 */
async function readLabels(db: Queries, reviews: Review[]): Promise<string[]> {
  const rows = await db
    .selectFrom('reviews as v')
    .innerJoin('components as c', 'c.id', 'v.component_id')
    .leftJoin('rules as r', 'r.id', 'v.rule_id')
    .select(['c.prefix', 'r.rule_id as number'])
    .where(
      'v.id',
      'in',
      reviews.map(({ id }) => id),
    )
    .orderBy('v.id')
    .execute()
  return [
    ...new Set(
      rows.map(({ prefix, number }) =>
        number === null ? prefix : formatDisplayedName({ prefix }, { ruleId: number }),
      ),
    ),
  ]
}

/** Loads existing duplicates of the merged comments; locks in id order. */
function lockFollowers(em: Em, merged: Review[]): Promise<Review[]> {
  const ids = merged.map(({ id }) => id)
  return em.find(
    Review,
    { duplicateOfReviewId: { $in: ids }, id: { $nin: ids } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  )
}
