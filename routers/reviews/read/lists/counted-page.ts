import { sql, type RawBuilder } from 'kysely'
import type { Queries } from '../../../../src/database/database.ts'
import type { CachedTotal } from '../../../../src/procedures/lists/total-cache.ts'
import type { CommentsQuery } from './comment-query.ts'
import { cutByIds, readRowsByIds, readRows, type CommentRowParts, type Page } from './comment-rows.ts'

export interface CountedPage extends CachedTotal {
  rows: CommentRowParts[]
}

/**
 * A page of comments and the total over all pages. `revision` is read together with the count, for the cache.
 */
export async function readCountedPage(
  db: Queries,
  comments: CommentsQuery,
  filter: Page & { q?: string | undefined },
  viewerId: number,
  revision: RawBuilder<string> = sql`''`,
): Promise<CountedPage> {
  if (filter.q && isNewestFirst(filter)) return readSearchPage(db, comments, filter, viewerId, revision)
  const [rows, counted] = await Promise.all([
    readRows(db, comments, filter, viewerId),
    comments
      .select((eb) => [eb.fn.countAll<number>().as('total'), revision.as('revision')])
      .executeTakeFirstOrThrow(),
  ])
  return { rows, ...counted }
}

/**
 * A page without a revision, for orders without an index. Newest-first pages are found and counted in one
 * pass, other orders by ids (`cutByIds`).
 */
export async function readPageByIds(
  db: Queries,
  comments: CommentsQuery,
  page: Page,
  viewerId: number,
): Promise<{ rows: CommentRowParts[]; total: number }> {
  if (isNewestFirst(page)) return readSearchPage(db, comments, page, viewerId, sql`''`)
  const [rows, { total }] = await Promise.all([
    readRows(db, cutByIds(db, comments, page), { ...page, page: 1 }, viewerId),
    comments.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Whether a list has the default order. */
export function isNewestFirst({ sort = 'newest' }: Page): boolean {
  return sort === 'newest'
}

/**
 * Finds and counts text search hits in one pass, because comparing texts costs most. Materialized, or the
 * planner would optimize for the page only.
 */
async function readSearchPage(
  db: Queries,
  comments: CommentsQuery,
  { page, per_page }: Page,
  viewerId: number,
  revision: RawBuilder<string>,
): Promise<CountedPage> {
  const { ids, ...counted } = await db
    .with(
      (cte) => cte('found').materialized(),
      () => comments.select(['v.id', 'v.created_at']),
    )
    .selectNoFrom([
      sql<number[]>`array(select id from found order by created_at desc, id desc
        limit ${per_page} offset ${(page - 1) * per_page})`.as('ids'),
      sql<number>`(select count(*) from found)`.as('total'),
      revision.as('revision'),
    ])
    .executeTakeFirstOrThrow()
  if (ids.length === 0) return { rows: [], ...counted }
  return { rows: await readRowsByIds(db, ids, 'newest', viewerId), ...counted }
}
