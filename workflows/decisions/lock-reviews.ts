import { sql, type RawBuilder } from 'kysely'
import { Review } from '../../entities/review.ts'
import type { Em, Queries } from '../../src/database/database.ts'
import { stateError, notFoundError } from '../../src/errors.ts'
import { lockDuplicates } from './targets.ts'

/** Maximum number of comments that a filter can select (rule R-3). */
export const FILTER_LIMIT = 10_000

/** Locks the comments of a component with these ids; throws 404 if one was deleted. */
export async function lockReviews(
  em: Em,
  db: Queries,
  componentId: number,
  ids: number[],
): Promise<Review[]> {
  const reviews = await lockRows(em, db, componentId, ids)
  if (reviews.length !== ids.length) throw notFoundError()
  return reviews
}

/** Returns the ids that a filter selects, of all comments or `among` some, up to a maximum. */
export type ReviewSelector = (atMost: number, among?: number[]) => Promise<number[]>

/**
 * Locks the comments that a filter selects, and filters again under the locks, because others may have
 * changed them meanwhile. Throws 422 above the limit, and for an empty selection.
 */
export async function lockSelected(
  em: Em,
  db: Queries,
  componentId: number,
  select: ReviewSelector,
): Promise<Review[]> {
  const ids = await selectIds(select)
  const reviews = await lockRows(em, db, componentId, ids)
  const stillSelected = new Set(await selectIds(select, ids))
  return reviews.filter(({ id }) => stillSelected.has(id))
}

async function selectIds(select: ReviewSelector, among?: number[]): Promise<number[]> {
  const ids = await select(FILTER_LIMIT + 1, among)
  if (ids.length > FILTER_LIMIT) {
    throw stateError('review.too_many', `The filter selects more than ${FILTER_LIMIT} comments.`)
  }
  if (ids.length === 0) throw stateError('review.none_selected', 'The filter selects no comment.')
  return ids
}

/**
 * Locks the comments of a bulk decision that are unchanged since; empty if there are none. Excludes comments
 * that changed while waiting for their lock.
 */
export function lockBatchReviews(em: Em, db: Queries, componentId: number, batch: string): Promise<Review[]> {
  return lockWhere(em, db, componentId, sql`last_decision -> 'batch' ->> 'id' = ${batch}`)
}

function lockRows(em: Em, db: Queries, componentId: number, ids: number[]): Promise<Review[]> {
  return lockWhere(em, db, componentId, sql`id = any (${sql.val(ids)}::integer[])`)
}

/** Number of comments that are hydrated together. */
const BATCH_SIZE = 250

/**
 * Takes the duplicate lock, then row locks in id order, to prevent deadlocks. Hydrates the rows in batches
 * and yields to the event loop in between.
 */
async function lockWhere(
  em: Em,
  db: Queries,
  componentId: number,
  condition: RawBuilder<unknown>,
): Promise<Review[]> {
  await lockDuplicates(db, componentId)
  const locked = await db
    .selectFrom('reviews')
    .select('id')
    .where('component_id', '=', componentId)
    .where(sql<boolean>`${condition}`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const reviews: Review[] = []
  for (let start = 0; start < locked.length; start += BATCH_SIZE) {
    const ids = locked.slice(start, start + BATCH_SIZE).map(({ id }) => id)
    const batch = await em.find(Review, { id: { $in: ids } }, { orderBy: { id: 'asc' }, refresh: true })
    reviews.push(...batch)
  }
  return reviews
}
