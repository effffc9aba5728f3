import { sql } from 'kysely'
import type { Reader } from '../../src/database.ts'
import { commentsIn, filtered, isTallied, type CommentScope, type CommentsQuery } from './comment-query.ts'
import { rowsOf, type CommentRowParts, type Page } from './comment-rows.ts'
import type { CommentFilter } from './filter.schema.ts'
import { byStatus, matching, tallyOf, type TallyScope } from './tally.ts'

/** Who asks, and on which day. */
export interface Asking {
  viewerId: number
  today: string
}

export interface CommentPage {
  rows: CommentRowParts[]
  pagination: Page & { total: number }
}

export interface TalliedPage extends CommentPage {
  status_counts: ReturnType<typeof byStatus>
  /** Nothing at all is in the scope. */
  empty: boolean
}

/**
 * A page of the comments in a place, with the counts that do not move when the caller filters (comments 4.2). The
 * kept counts also tell the total, unless the filter asks for more than status and closing.
 */
export async function talliedPage(
  db: Reader,
  scope: TallyScope,
  filter: CommentFilter & Page,
  asking: Asking,
): Promise<TalliedPage> {
  const { page, per_page } = filter
  const [{ rows, total }, tally] = await Promise.all([
    isTallied(filter) ? listed(db, scope, filter, asking) : counted(db, scope, filter, asking),
    tallyOf(db, scope),
  ])
  return {
    rows,
    pagination: { page, per_page, total: total ?? matching(tally, filter) },
    status_counts: byStatus(tally),
    empty: tally.length === 0,
  }
}

/** A page of comments, wherever they are. */
export async function commentPage(
  db: Reader,
  scope: CommentScope,
  filter: CommentFilter & Page,
  asking: Asking,
): Promise<CommentPage> {
  const { page, per_page } = filter
  const { rows, total } = await counted(db, scope, filter, asking)
  return { rows, pagination: { page, per_page, total } }
}

interface Found {
  rows: CommentRowParts[]
  total: number
}

/** The rows alone. */
async function listed(
  db: Reader,
  scope: CommentScope,
  filter: CommentFilter & Page,
  { viewerId, today }: Asking,
) {
  const comments = filtered(commentsIn(db, scope), filter, today)
  return { rows: await rowsOf(db, comments, filter, viewerId), total: null }
}

/** The rows, and how many there are on all pages. */
async function counted(
  db: Reader,
  scope: CommentScope,
  filter: CommentFilter & Page,
  { viewerId, today }: Asking,
): Promise<Found> {
  const comments = filtered(commentsIn(db, scope), filter, today)
  if (filter.q) return searched(db, comments, filter, viewerId)
  const [rows, total] = await Promise.all([rowsOf(db, comments, filter, viewerId), countOf(comments)])
  return { rows, total }
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
