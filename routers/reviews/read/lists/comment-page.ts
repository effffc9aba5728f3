import { sql } from 'kysely'
import { combinedQueryAsText, type CombinedRows } from '../../../../src/database/combined-query.ts'
import type { Queries } from '../../../../src/database/database.ts'
import { memoizedResponse } from '../../../../src/database/fast-path/memoized-response.ts'
import { preparedQueryByShape } from '../../../../src/database/prepared-query.ts'
import type { TotalCache } from '../../../../src/procedures/lists/total-cache.ts'
import {
  byStatus,
  countsIn,
  matching,
  revisionIn,
  revisionOf,
  sum,
  readStatusCounts,
  type StatusCount,
  type CountScope,
} from '../counts/status-counts.ts'
import { commentsIn, dependsOnReplies, filtered, isAnsweredByCounts, statusesIn } from './comment-query.ts'
import { rowOf, rowQuery, rowsOf, type CommentRowParts, type Page } from './comment-rows.ts'
import { readCountedPage } from './counted-page.ts'
import type { CommentFilter } from './filter.schema.ts'
import { countWithReplies, narrowsReplies, repliesIn, replyCount } from './reply-counts.ts'

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
  status_counts: ReturnType<typeof byStatus>
  /** Number of all comments in the scope, regardless of the filter. */
  all: number
}

/**
 * A page of comments, with counts that ignore the filter (rule R-45). Stored counts provide the total if the
 * filter only has status and resolution.
 */
export async function pageWithCounts(
  db: Queries,
  totals: TotalCache,
  scope: CountScope,
  filter: CommentFilter & Page,
  asking: CommentListViewer,
): Promise<PageWithCounts> {
  const counted = isAnsweredByCounts(filter)
  const [counts, listed] = await Promise.all([
    readStatusCounts(db, scope),
    counted ? rowsOf(db, filtered(commentsIn(db, scope), filter, asking.today), filter, asking.viewerId) : [],
  ])
  if (counted) return ofCounts({ counts, rows: listed }, filter)
  const { rows, total } = await remembered(db, totals, { scope, filter, asking, counts })
  return pageOf(rows, total, counts, filter)
}

/** A page of a component's comments, with the number of matching comments and replies in any state (rule R-10). */
export async function pageWithReplies(
  db: Queries,
  totals: TotalCache,
  scope: { componentId: number; commentableType?: 'rule' | 'component' | undefined },
  filter: CommentFilter & Page,
  asking: CommentListViewer,
): Promise<PageWithCounts & { everything: number }> {
  const narrowed = narrowsReplies(filter)
  const [found, replies] = await Promise.all([
    pageWithCounts(db, totals, scope, filter, asking),
    narrowed ? countWithReplies(db, scope, filter) : replyCount(db, scope),
  ])
  return { ...found, everything: narrowed ? replies : found.all + replies }
}

interface Counted {
  counts: StatusCount[]
  rows: CommentRowParts[]
}

/** Builds a page whose total comes from the stored counts. */
function ofCounts({ counts, rows }: Counted, filter: CommentFilter & Page): PageWithCounts {
  return pageOf(rows, matching(counts, statusesIn(filter), filter.resolved), counts, filter)
}

function pageOf(
  rows: CommentRowParts[],
  total: number,
  counts: StatusCount[],
  { page, per_page }: Page,
): PageWithCounts {
  return {
    rows,
    pagination: { page, per_page, total },
    status_counts: byStatus(counts),
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

const NONE = sql<{ count: number }>`select 0 as count where false`

function partsOf(db: Queries, shape: Shape, viewerId: number, projectId: number, componentId: number) {
  const scope = placed(shape.scope, projectId, componentId)
  return {
    counts: countsIn(db, scope),
    rows: rowQuery(db, filtered(commentsIn(db, scope), shape.filter, ''), shape.page, viewerId),
    replies: shape.replies === 'left out' || 'projectId' in scope ? NONE : repliesIn(db, scope),
  }
}

const firstPages = preparedQueryByShape(
  (db, shape: Shape, viewerId: number, projectId: number, componentId: number) =>
    combinedQueryAsText(partsOf(db, shape, viewerId, projectId, componentId)),
)

/** The input of a list and its caller. */
interface CommentListRequest<How> {
  asked: StatusFilter & Page
  how: How
}

/**
 * Builds first pages with one statement and memoizes the response (`memoizedResponse`), because they are
 * requested most. Returns null for other pages, and if stored counts do not provide the total.
 */
export function createFirstPages<How, List extends object>(
  replies: Shape['replies'],
  shape: (page: PageWithCounts & { everything: number }, how: How) => List,
) {
  const made = memoizedResponse(
    (
      { counts, rows, replies: [found] }: CombinedRows<ReturnType<typeof partsOf>>,
      { asked, how }: CommentListRequest<How>,
    ) => {
      const page = ofCounts({ counts, rows: rows.map(rowOf) }, asked)
      return shape({ ...page, everything: page.all + (found?.count ?? 0) }, how)
    },
  )
  return async (
    db: Queries,
    scope: CountScope,
    filter: CommentFilter & Page,
    viewerId: number,
    how: How,
  ): Promise<List | null> => {
    if (filter.page !== 1 || !isAnsweredByCounts(filter)) return null
    const { page, per_page, sort, triage_status, triage_statuses, resolved } = filter
    const narrowed = { triage_status, triage_statuses, resolved }
    const cut = { page, per_page, ...(sort ? { sort } : {}) }
    const projectId = 'projectId' in scope ? scope.projectId : 0
    const text = { scope: placed(scope, 0, 0), filter: narrowed, page: cut, replies }
    const [found] = await firstPages(db, text, viewerId, projectId, scope.componentId ?? 0)
    return found ? made(found.body, { asked: { ...narrowed, ...cut }, how }) : null
  }
}

/** Returns a scope of the same kind with other ids. */
function placed(scope: CountScope, projectId: number, componentId: number): CountScope {
  if (!('projectId' in scope)) return { ...scope, componentId }
  return scope.componentId === undefined ? { projectId } : { projectId, componentId }
}

interface Question {
  scope: CountScope
  filter: CommentFilter & Page
  asking: CommentListViewer
  counts: StatusCount[]
}

/** Returns a page of a filtered list; counts again only if the scope changed since the last count. */
async function remembered(db: Queries, totals: TotalCache, { scope, filter, asking, counts }: Question) {
  const { page, per_page, sort: _order, ...narrowing } = filter
  const { viewerId, today } = asking
  const comments = filtered(commentsIn(db, scope), filter, today)
  if (dependsOnReplies(filter)) return readCountedPage(db, comments, filter, viewerId)
  const question = JSON.stringify([scope, narrowing, today])
  const total = totals.get(question, revisionIn(counts))
  if (total !== undefined && (page - 1) * per_page >= total) return { rows: [], total }
  if (total !== undefined && isWalked(filter, total, sum(counts))) {
    return { rows: await rowsOf(db, comments, filter, viewerId), total }
  }
  const found = await readCountedPage(db, comments, filter, viewerId, revisionOf(scope))
  totals.set(question, found)
  return found
}

/**
 * Whether to scan the newest comments until the page is full: cheaper than a text lookup if that finds many
 * hits.
 */
function isWalked({ q, page, per_page }: CommentFilter & Page, total: number, all: number): boolean {
  return !q || page * per_page * all < total * total
}

/** The calendar day of an instant, in UTC. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}
