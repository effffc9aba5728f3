import { LockMode } from '@mikro-orm/core'
import { sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import { Review } from '../../entities/review.ts'
import { writing } from '../../src/access.ts'
import { admitToComponent, admitToReviews, type Selection } from '../../src/access/selection.ts'
import type { Needs } from '../../src/access/standing.ts'
import type { Em, Reader } from '../../src/database.ts'
import { illegal, invalid, notFound } from '../../src/errors.ts'
import { commentsIn, filtered, type CommentsQuery } from './comment-query.ts'
import { dayOf } from './comment-page.ts'
import { lockDuplicates } from './decisions.ts'
import type { BulkFilter } from './filter.schema.ts'
import { BulkSelection, FILTER_LIMIT, reviewIds } from './selection.schema.ts'

/** Procedures on several reviews named by id: admitted to all, locked in the order of their ids (comments 3.6, 3.7). */
export function onReviews(needs: Needs) {
  return writing.signedIn
    .meta({ access: { record: 'reviews', needs } })
    .input(z.object({ review_ids: reviewIds }))
    .use(async ({ ctx, input, next }) => {
      const ids = [...new Set(input.review_ids)]
      const selection = await admitToReviews(ctx.db, ids, ctx.actor, needs)
      return next({ ctx: { ...selection, reviews: await lockReviews(ctx.em, ctx.db, selection, ids) } })
    })
}

/** The same for reviews named by id or by the filter of a list (comments 4.1, "bulk_triage"). */
export function onSelectedReviews(needs: Needs) {
  return writing.signedIn
    .meta({ access: { record: 'reviews', needs } })
    .input(BulkSelection)
    .use(async ({ ctx, input, next }) => {
      const { em, db, actor } = ctx
      if ((input.review_ids === undefined) === (input.filter === undefined)) {
        throw invalid('review.selection_ambiguous', 'review_ids', 'Give either review_ids or a filter.')
      }
      if (input.filter === undefined) {
        const ids = [...new Set(input.review_ids)]
        const selection = await admitToReviews(db, ids, actor, needs)
        return next({ ctx: { ...selection, reviews: await lockReviews(em, db, selection, ids) } })
      }
      const selection = await admitToComponent(db, input.filter.component_id, actor, needs)
      const reviews = await lockSelected(em, db, selection, selectedBy(db, input.filter, dayOf(ctx.now)))
      return next({ ctx: { ...selection, reviews } })
    })
}

function selectedBy(db: Reader, filter: z.output<typeof BulkFilter>, today: string): CommentsQuery {
  const { component_id: componentId, commentable_type: commentableType, ...narrowing } = filter
  return filtered(commentsIn(db, { componentId, commentableType }), narrowing, today)
}

/**
 * The comments that a filter selects, locked. It is asked again under the locks: whoever held one before may have
 * decided on it, or deleted it.
 */
async function lockSelected(
  em: Em,
  db: Reader,
  selection: Selection,
  selected: CommentsQuery,
): Promise<Review[]> {
  const ids = await idsOf(selected)
  const reviews = await lockRows(em, db, selection, ids)
  const still = new Set(await idsOf(selected.where(sql<SqlBool>`v.id = any(${sql.val(ids)}::integer[])`)))
  return reviews.filter(({ id }) => still.has(id))
}

/** The ids that a filter selects; 422 above the limit, and for none at all. */
async function idsOf(selected: CommentsQuery): Promise<number[]> {
  const rows = await selected
    .select('v.id')
    .limit(FILTER_LIMIT + 1)
    .execute()
  if (rows.length > FILTER_LIMIT) {
    throw illegal('review.too_many', `The filter selects more than ${FILTER_LIMIT} comments.`)
  }
  if (rows.length === 0) throw illegal('review.none_selected', 'The filter selects no comment.')
  return rows.map(({ id }) => id)
}

/** The reviews of these ids, locked; 404 when one of them went away. */
async function lockReviews(em: Em, db: Reader, selection: Selection, ids: number[]): Promise<Review[]> {
  const reviews = await lockRows(em, db, selection, ids)
  if (reviews.length !== ids.length) throw notFound()
  return reviews
}

/** Duplicate lock first, then the rows in id order: no two of these calls can wait for each other in a circle. */
async function lockRows(em: Em, db: Reader, { scope }: Selection, ids: number[]): Promise<Review[]> {
  await lockDuplicates(db, scope.component_id)
  return em
    .createQueryBuilder(Review, 'e')
    .where({ id: { $in: ids }, componentId: scope.component_id })
    .orderBy({ id: 'asc' })
    .setLockMode(LockMode.PESSIMISTIC_WRITE)
    .getResultList()
}
