import { sql } from 'kysely'
import { combinedQueryAsText, type CombinedRows } from '../../../../src/database/combined-query.ts'
import type { Queries } from '../../../../src/database/database.ts'
import { memoizeResponse } from '../../../../src/database/fast-path/memoized-response.ts'
import { preparedQueryByShape } from '../../../../src/database/prepared-query.ts'
import type { TotalCache } from '../../../../src/procedures/lists/total-cache.ts'
import {
  toCountsByStatus,
  selectCounts,
  sumMatching,
  getRevision,
  selectRevision,
  sum,
  readStatusCounts,
  type StatusCount,
  type CountScope,
} from '../counts/status-counts.ts'
import {
  selectComments,
  dependsOnReplies,
  applyFilter,
  isAnsweredByCounts,
  listStatuses,
} from './comment-query.ts'
import { toRowParts, selectRows, readRows, type CommentRowParts, type Page } from './comment-rows.ts'
import { readCountedPage } from './counted-page.ts'
import type { CommentFilter } from './filter.schema.ts'
import { countWithReplies, narrowsReplies, selectReplyCount, readReplyCount } from './reply-counts.ts'

/** The caller, and the current day. */
export interface CommentListViewer {
  viewerId: number
  today: string
}

export interface CommentPage {
  rows: CommentRowParts[]
  pagination: Page & { total: number }
}

export interface PageWithCounts extends CommentPage {
  status_counts: ReturnType<typeof toCountsByStatus>
  /** Number of all comments in the scope, regardless of the filter. */
  all: number
}

/**
 * A page of comments, with counts that ignore the filter (rule R-45). Stored counts provide the total if the
 * filter only has status and resolution.
 */
export async function readPageWithCounts(
  db: Queries,
  totals: TotalCache,
  scope: CountScope,
  filter: CommentFilter & Page,
  viewer: CommentListViewer,
): Promise<PageWithCounts> {
  const hasStoredTotal = isAnsweredByCounts(filter)
  const [counts, listed] = await Promise.all([
    readStatusCounts(db, scope),
    hasStoredTotal
      ? readRows(db, applyFilter(selectComments(db, scope), filter, viewer.today), filter, viewer.viewerId)
      : [],
  ])
  if (hasStoredTotal) return toPageWithStoredTotal({ counts, rows: listed }, filter)
  const { rows, total } = await readCachedPage(db, totals, { scope, filter, viewer, counts })
  return toPage(rows, total, counts, filter)
}

/** A page of a component's comments, with the number of matching comments and replies in any state (rule R-10). */
export async function readPageWithReplies(
  db: Queries,
  totals: TotalCache,
  scope: { componentId: number; commentableType?: 'rule' | 'component' | undefined },
  filter: CommentFilter & Page,
  viewer: CommentListViewer,
): Promise<PageWithCounts & { everything: number }> {
  const narrowed = narrowsReplies(filter)
  const [commentPage, replies] = await Promise.all([
    readPageWithCounts(db, totals, scope, filter, viewer),
    narrowed ? countWithReplies(db, scope, filter) : readReplyCount(db, scope),
  ])
  return { ...commentPage, everything: narrowed ? replies : commentPage.all + replies }
}

interface RowsWithCounts {
  counts: StatusCount[]
  rows: CommentRowParts[]
}

/** Builds a page whose total comes from the stored counts. */
function toPageWithStoredTotal(
  { counts, rows }: RowsWithCounts,
  filter: CommentFilter & Page,
): PageWithCounts {
  return toPage(rows, sumMatching(counts, listStatuses(filter), filter.resolved), counts, filter)
}

function toPage(
  rows: CommentRowParts[],
  total: number,
  counts: StatusCount[],
  { page, per_page }: Page,
): PageWithCounts {
  return {
    rows,
    pagination: { page, per_page, total },
    status_counts: toCountsByStatus(counts),
    all: sum(counts),
  }
}

/** The shape of a page query with stored counts: its scope without ids, its filter and its limit. */
interface Shape {
  scope: CountScope
  filter: StatusFilter
  page: Page
  replies: 'left out' | 'counted'
}

/** The part of a filter whose total the stored counts provide. */
type StatusFilter = Pick<CommentFilter, 'triage_status' | 'triage_statuses' | 'resolved'>

const NO_COUNT = sql<{ count: number }>`select 0 as count where false`

function buildParts(db: Queries, shape: Shape, viewerId: number, projectId: number, componentId: number) {
  const scope = withIds(shape.scope, projectId, componentId)
  return {
    counts: selectCounts(db, scope),
    rows: selectRows(db, applyFilter(selectComments(db, scope), shape.filter, ''), shape.page, viewerId),
    replies: shape.replies === 'left out' || 'projectId' in scope ? NO_COUNT : selectReplyCount(db, scope),
  }
}

const firstPages = preparedQueryByShape(
  (db, shape: Shape, viewerId: number, projectId: number, componentId: number) =>
    combinedQueryAsText(buildParts(db, shape, viewerId, projectId, componentId)),
)

/** The input of a list and its caller. */
interface CommentListRequest<Reader> {
  filter: StatusFilter & Page
  reader: Reader
}

/**
 * Builds first pages with one statement and memoizes the response (`memoizeResponse`), because they are
 * requested most. Returns null for other pages, and if stored counts do not provide the total.
 */
export function createFirstPages<Reader, List extends object>(
  replies: Shape['replies'],
  shape: (page: PageWithCounts & { everything: number }, reader: Reader) => List,
) {
  const toList = memoizeResponse(
    (
      { counts, rows, replies: [replyTotal] }: CombinedRows<ReturnType<typeof buildParts>>,
      { filter, reader }: CommentListRequest<Reader>,
    ) => {
      const page = toPageWithStoredTotal({ counts, rows: rows.map(toRowParts) }, filter)
      return shape({ ...page, everything: page.all + (replyTotal?.count ?? 0) }, reader)
    },
  )
  return async (
    db: Queries,
    scope: CountScope,
    filter: CommentFilter & Page,
    viewerId: number,
    reader: Reader,
  ): Promise<List | null> => {
    if (filter.page !== 1 || !isAnsweredByCounts(filter)) return null
    const { page, per_page, sort, triage_status, triage_statuses, resolved } = filter
    const narrowed = { triage_status, triage_statuses, resolved }
    const cut = { page, per_page, ...(sort ? { sort } : {}) }
    const projectId = 'projectId' in scope ? scope.projectId : 0
    const queryShape: Shape = { scope: withIds(scope, 0, 0), filter: narrowed, page: cut, replies }
    const [parts] = await firstPages(db, queryShape, viewerId, projectId, scope.componentId ?? 0)
    return parts ? toList(parts.body, { filter: { ...narrowed, ...cut }, reader }) : null
  }
}

/** Returns a scope of the same kind with other ids. */
function withIds(scope: CountScope, projectId: number, componentId: number): CountScope {
  if (!('projectId' in scope)) return { ...scope, componentId }
  return scope.componentId === undefined ? { projectId } : { projectId, componentId }
}

interface PageRequest {
  scope: CountScope
  filter: CommentFilter & Page
  viewer: CommentListViewer
  counts: StatusCount[]
}

/** Returns a page of a filtered list; counts again only if the scope changed since the last count. */
async function readCachedPage(
  db: Queries,
  totals: TotalCache,
  { scope, filter, viewer, counts }: PageRequest,
) {
  const { page, per_page, sort: _order, ...narrowing } = filter
  const { viewerId, today } = viewer
  const comments = applyFilter(selectComments(db, scope), filter, today)
  if (dependsOnReplies(filter)) return readCountedPage(db, comments, filter, viewerId)
  const cacheKey = JSON.stringify([scope, narrowing, today])
  const total = totals.get(cacheKey, getRevision(counts))
  if (total !== undefined && (page - 1) * per_page >= total) return { rows: [], total }
  if (total !== undefined && isWalked(filter, total, sum(counts))) {
    return { rows: await readRows(db, comments, filter, viewerId), total }
  }
  const countedPage = await readCountedPage(db, comments, filter, viewerId, selectRevision(scope))
  totals.set(cacheKey, countedPage)
  return countedPage
}

/**
 * Whether to scan the newest comments until the page is full: cheaper than a text lookup if that finds many
 * hits.
 */
function isWalked({ q, page, per_page }: CommentFilter & Page, total: number, all: number): boolean {
  return !q || page * per_page * all < total * total
}

/** The calendar day of an instant, in UTC. */
export function toDay(now: Date): string {
  return now.toISOString().slice(0, 10)
}
