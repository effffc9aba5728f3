import { LockMode } from '@mikro-orm/core'
import { assertNotFrozen } from '../../entities/comment-window.ts'
import { Review } from '../../entities/review.ts'
import type { Em, Reader } from '../../src/database.ts'
import { illegal, invalid } from '../../src/errors.ts'
import { router } from '../../src/trpc.ts'
import { announce } from './events.ts'
import { onReviews } from './selected.ts'
import { MergeInput, MergeOutput } from './selection.schema.ts'
import { audienceOf, viewReviews } from './view.ts'

const tags = ['Comments and reviews']

export const merging = router({
  merge: onReviews('project admin')
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/reviews/merge',
        tags,
        summary: 'Merge several comments of one person into one of them',
      },
      refusal: 'Could not merge',
      etag: false,
      limits: ['review_write'],
      idempotencyKey: true,
    })
    .input(MergeInput)
    .output(MergeOutput)
    .mutation(async ({ ctx, input }) => {
      const { em, db, trail, actor, now, reviews } = ctx
      const survivor = reviews.find(({ id }) => id === input.survivor_id)
      if (!survivor) {
        throw invalid('review.survivor_not_selected', 'survivor_id', 'The survivor must be among review_ids.')
      }
      const duplicates = reviews.filter((review) => review !== survivor)
      if (duplicates.length === 0) throw illegal('review.nothing_to_merge', 'There is nothing to merge.')
      assertNotFrozen(ctx.scope)
      assertSameAuthor(reviews)
      survivor.absorb(await labelsOf(db, duplicates))
      for (const duplicate of duplicates) {
        duplicate.mergeInto(survivor, actor.id, now)
        trail.because(duplicate, `Merged into ${survivor.id}`)
      }
      trail.because(survivor, `Merged with ${duplicates.length} other comments`)
      for (const follower of await followersOf(em, duplicates)) {
        follower.repoint(survivor)
        trail.because(follower, `Its canonical was merged into ${survivor.id}`)
      }
      await em.flush()
      announce(trail, 'comment.merged', survivor)
      const ids = [survivor, ...duplicates].map(({ id }) => id)
      const [first, ...others] = await viewReviews(db, ids, audienceOf(actor, ctx.standing))
      if (!first) throw illegal('review.nothing_to_merge', 'There is nothing to merge.')
      return { survivor: first, duplicates: others }
    }),
})

/** One account, or for imported comments one email; unknown people are nobody's equal (comments 3.7, T-51). */
function assertSameAuthor(reviews: Review[]): void {
  const keys = new Set(reviews.map(authorKey))
  const [key] = keys
  if (keys.size === 1 && key !== null) return
  throw illegal('review.different_authors', 'Only comments of one person can be merged.')
}

function authorKey(review: Review): string | null {
  if (review.userId != null) return `account ${review.userId}`
  const email = review.commenterImportedEmail?.trim().toLowerCase()
  return email ? `email ${email}` : null
}

/** Where the merged comments were posted: `PREFIX-000123`, or the bare prefix for the component (comments 3.7). */
async function labelsOf(db: Reader, reviews: Review[]): Promise<string[]> {
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
  return [...new Set(rows.map(({ prefix, number }) => (number === null ? prefix : `${prefix}-${number}`)))]
}

/** Comments that are duplicates of the merged ones already; locked in id order. */
function followersOf(em: Em, merged: Review[]): Promise<Review[]> {
  const ids = merged.map(({ id }) => id)
  return em.find(
    Review,
    { duplicateOfReviewId: { $in: ids }, id: { $nin: ids } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  )
}
