import { sql, type RawBuilder } from 'kysely'
import { Review } from '../../entities/review.ts'
import type { Em, Queries } from '../../src/database/database.ts'
import { illegal, notFound } from '../../src/errors.ts'
import { lockDuplicates } from './targets.ts'

/** How many comments a filter may select (rule R-3). */
export const FILTER_LIMIT = 10_000

/** The comments of a component with these ids, locked; 404 when one of them went away. */
export async function lockReviews(
  em: Em,
  db: Queries,
  componentId: number,
  ids: number[],
): Promise<Review[]> {
  const reviews = await lockRows(em, db, componentId, ids)
  if (reviews.length !== ids.length) throw notFound()
  return reviews
}

/** Asks a filter which comments it selects, of all or `among` some; at most as many as told. */
export type Selects = (atMost: number, among?: number[]) => Promise<number[]>

/**
 * The comments that a filter selects, locked. It is asked again under the locks: whoever held one before may have
 * decided on it, or deleted it. Throws 422 above the limit, and for none at all.
 */
export async function lockSelected(
  em: Em,
  db: Queries,
  componentId: number,
  selects: Selects,
): Promise<Review[]> {
  const ids = await idsOf(selects)
  const reviews = await lockRows(em, db, componentId, ids)
  const still = new Set(await idsOf(selects, ids))
  return reviews.filter(({ id }) => still.has(id))
}

async function idsOf(selects: Selects, among?: number[]): Promise<number[]> {
  const ids = await selects(FILTER_LIMIT + 1, among)
  if (ids.length > FILTER_LIMIT) {
    throw illegal('review.too_many', `The filter selects more than ${FILTER_LIMIT} comments.`)
  }
  if (ids.length === 0) throw illegal('review.none_selected', 'The filter selects no comment.')
  return ids
}

/**
 * The comments of a component that a bulk call decided on and nothing has changed since, locked; none for a call that
 * left none so. Who had to be waited for and was changed meanwhile is not among them.
 */
export function lockDecided(em: Em, db: Queries, componentId: number, batch: string): Promise<Review[]> {
  return lockWhere(em, db, componentId, sql`last_decision -> 'batch' ->> 'id' = ${batch}`)
}

function lockRows(em: Em, db: Queries, componentId: number, ids: number[]): Promise<Review[]> {
  return lockWhere(em, db, componentId, sql`id = any (${sql.val(ids)}::integer[])`)
}

/** Comments that are put together at once. */
const PORTION = 250

/**
 * Duplicate lock first, then the rows in id order: no two of these calls can wait for each other in a circle. The
 * locked rows are read in portions, so that others have their turn.
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
  for (let at = 0; at < locked.length; at += PORTION) {
    const some = locked.slice(at, at + PORTION).map(({ id }) => id)
    const found = await em.find(Review, { id: { $in: some } }, { orderBy: { id: 'asc' }, refresh: true })
    reviews.push(...found)
  }
  return reviews
}
