import { sql } from 'kysely'
import type { Reader } from '../../src/database.ts'
import { commentsIn, filtered, type CommentScope, type CommentsQuery } from './comment-query.ts'
import { rowsOf, type CommentRowParts, type Page } from './comment-rows.ts'
import type { CommentFilter } from './filter.schema.ts'
import { byStatus, sum, tallyOf } from './tally.ts'

/** Who asks, and on which day. */
export interface Asking {
  viewerId: number
  today: string
}

export interface CommentPage {
  rows: CommentRowParts[]
  pagination: Page & { total: number }
  status_counts: ReturnType<typeof byStatus>
  /** Nothing at all is in the scope. */
  empty: boolean
}

/**
 * A page of the comments in a scope, with the counts that do not move when the caller filters (comments 4.2).
 * One function for the project's, the component's and the bulk filter's list.
 */
export async function commentPage(
  db: Reader,
  scope: CommentScope,
  filter: CommentFilter & Page,
  { viewerId, today }: Asking,
): Promise<CommentPage> {
  const { page, per_page } = filter
  const comments = filtered(commentsIn(db, scope), filter, today)
  const [{ rows, total }, tally] = await Promise.all(
    filter.q
      ? [searched(db, comments, filter, viewerId), tallyOf(db, scope)]
      : [listed(db, comments, filter, viewerId), tallyOf(db, scope, { filter, today })],
  )
  return {
    rows,
    pagination: { page, per_page, total: total ?? sum(tally, 'matching') },
    status_counts: byStatus(tally),
    empty: tally.length === 0,
  }
}

interface Found {
  rows: CommentRowParts[]
  /** Null when the tally knows it. */
  total: number | null
}

async function listed(db: Reader, comments: CommentsQuery, page: Page, viewerId: number): Promise<Found> {
  return { rows: await rowsOf(db, comments, page, viewerId), total: null }
}

/**
 * The rows of a text search, counted on the way: comparing texts costs most, so that each is compared once. What is
 * found is put aside before the page is cut from it, or the planner would look for the page alone.
 */
async function searched(db: Reader, comments: CommentsQuery, page: Page, viewerId: number): Promise<Found> {
  const hits = await db
    .with(
      (cte) => cte('found').materialized(),
      () => comments.select(['v.id', 'v.created_at']),
    )
    .selectFrom('found')
    .select((eb) => [
      'found.id',
      eb.selectFrom('found').select(eb.fn.countAll<number>().as('count')).as('total'),
    ])
    .orderBy('found.created_at', 'desc')
    .orderBy('found.id', 'desc')
    .limit(page.per_page)
    .offset((page.page - 1) * page.per_page)
    .execute()
  const [first] = hits
  if (!first) return { rows: [], total: page.page === 1 ? 0 : await countOf(comments) }
  const ids = hits.map(({ id }) => id)
  const found = db.selectFrom('reviews as v').where('v.id', '=', sql<number>`any(${sql.val(ids)}::integer[])`)
  return { rows: await rowsOf(db, found, { ...page, page: 1 }, viewerId), total: first.total ?? 0 }
}

/** Number of comments of a query. */
async function countOf(comments: CommentsQuery): Promise<number> {
  const { count } = await comments
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The calendar day of an instant, in UTC. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}
