import { sql, type RawBuilder } from 'kysely'
import { memberComponentIds, memberProjectIds } from '../../../../src/auth/access/membership-sql.ts'
import type { Queries } from '../../../../src/database/database.ts'
import { opaqueParameter } from '../../../../src/database/opaque-parameter.ts'
import type { TotalCache } from '../../../../src/procedures/lists/total-cache.ts'
import { selectStoredCounts, aggregateRevision } from '../counts/stored-counts.ts'
import type { CommentListViewer, CommentPage } from './comment-page.ts'
import {
  selectComments,
  dependsOnReplies,
  applyFilter,
  type AuthorScope,
  type CommentsQuery,
} from './comment-query.ts'
import { toRowLimit, readRowsByIds, type CommentRowParts, type Page } from './comment-rows.ts'
import { readPageByIds, readCountedPage, isNewestFirst } from './counted-page.ts'
import type { CommentFilter } from './filter.schema.ts'

/**
 * Up to this offset, pages are cut from the newest comments of each project; later pages from all comments.
 */
const NEAR = 500

interface PersonPageRequest {
  scope: AuthorScope
  filter: CommentFilter & Page
  viewer: CommentListViewer
}

/** A page of one person's comments in all projects (rule R-47). */
export async function readPersonPage(
  db: Queries,
  totals: TotalCache,
  request: PersonPageRequest,
): Promise<CommentPage> {
  const { scope, filter, viewer } = request
  const { page, per_page } = filter
  const { rows, total } = isNear(request)
    ? await readNearPage(db, totals, request)
    : await readFarPage(db, applyFilter(selectComments(db, scope), filter, viewer.today), request)
  return { rows, pagination: { page, per_page, total } }
}

type Rows = Promise<{ rows: CommentRowParts[]; total: number }>

/**
 * Whether to cut the page from the newest of each project; not for a caller who can see everything, or one
 * project.
 */
function isNear({ scope, filter }: PersonPageRequest): boolean {
  const several = !scope.everything && scope.projectId === undefined
  return several && !filter.q && isNewestFirst(filter) && filter.page * filter.per_page <= NEAR
}

function readFarPage(db: Queries, comments: CommentsQuery, { filter, viewer }: PersonPageRequest): Rows {
  return (filter.q ? readCountedPage : readPageByIds)(db, comments, filter, viewer.viewerId)
}

async function readNearPage(db: Queries, totals: TotalCache, request: PersonPageRequest): Rows {
  const { filter, viewer } = request
  const { ids, revision } = await readNewest(db, request)
  const page = ids.length === 0 ? [] : readRowsByIds(db, ids, filter.sort, viewer.viewerId)
  const [rows, total] = await Promise.all([page, readTotal(db, totals, request, revision)])
  return { rows, total }
}

/**
 * Ids of the page, and the revision of the comments: the newest of each project in index order. Projects are
 * an array, because a join would lose the order.
 */
async function readNewest(
  db: Queries,
  { scope, filter, viewer }: PersonPageRequest,
): Promise<{ ids: number[]; revision: string }> {
  const { page, per_page: size } = filter
  const viewerIdSql = opaqueParameter(scope.viewerId)
  const ofProject = applyFilter(selectComments(db, { ...scope, everything: true }), filter, viewer.today)
    .where(
      sql<boolean>`v.project_id = p.project_id and v.component_id = any (array${memberComponentIds(viewerIdSql)})`,
    )
    .select(['v.id', 'v.created_at'])
    .orderBy('v.created_at', 'desc')
    .orderBy('v.id', 'desc')
    .limit(toRowLimit(filter))
  const projects = memberProjectIds(viewerIdSql)
  const ids = sql<number[]>`array(select n.id from ${projects} p cross join lateral (${ofProject}) n
    order by n.created_at desc, n.id desc limit ${page === 1 ? toRowLimit(filter) : size} offset ${(page - 1) * size})`
  return db
    .selectNoFrom([ids.as('ids'), revisionSql(scope.viewerId).as('revision')])
    .executeTakeFirstOrThrow()
}

/**
 * The total over all pages; counted again only if a comment changed in one of the caller's projects or
 * components.
 */
async function readTotal(
  db: Queries,
  totals: TotalCache,
  { scope, filter, viewer }: PersonPageRequest,
  revision: string,
): Promise<number> {
  const { page: _page, per_page: _size, sort: _order, ...narrowing } = filter
  const cacheKey = JSON.stringify([scope, narrowing, viewer.today])
  const cachedTotal = dependsOnReplies(filter) ? undefined : totals.get(cacheKey, revision)
  if (cachedTotal !== undefined) return cachedTotal
  const counted = await applyFilter(selectComments(db, scope), filter, viewer.today)
    .select((eb) => [eb.fn.countAll<number>().as('total'), revisionSql(scope.viewerId).as('revision')])
    .executeTakeFirstOrThrow()
  if (!dependsOnReplies(filter)) totals.set(cacheKey, counted)
  return counted.total
}

/** SQL expression for the revision of all comments where the caller is a member. */
function revisionSql(viewerId: number): RawBuilder<string> {
  const viewerIdSql = opaqueParameter(viewerId)
  const lines = selectStoredCounts({
    projectIds: sql<number[]>`array(select p.project_id from ${memberProjectIds(viewerIdSql)} p)`,
  })
  return sql<string>`concat_ws(' ', ${aggregateRevision(lines)},
    (select sum(hashint8extended(m.id, 0)) from (select distinct id from ${memberComponentIds(viewerIdSql)} all_of_them) m))`
}
