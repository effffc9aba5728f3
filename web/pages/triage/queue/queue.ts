import { hashKey, queryOptions } from '@tanstack/react-query'
import { FIRST_COMMENTS } from '../../../../src/vocabulary.ts'
import { api, client, queryClient } from '../../../api/client.ts'
import { UNBATCHED } from '../../../api/unbatched-link.ts'
import { yieldToNextTask } from '../../../app/next-task.ts'
import { patchClusters } from '../clusters/patch-clusters.ts'
import { toListInput, listStatuses, type Sort, type TriageFilter } from '../search.ts'
import { prefetchComment } from './prefetch-comment.ts'
import { sortRows, isUndecided, mergeRows, toRow, mergeReread, removeLastGroup, type Row } from './rows.ts'
import { waitForFirstComment } from './when-loaded.ts'

/** The scope of the triage. */
export type Scope = { kind: 'component'; id: number } | { kind: 'project'; id: number }

export interface Queue {
  rows: readonly Row[]
  /** The total number that matches the filter, loaded or not. */
  total: number
  /** Whether the rest is loaded, loading, or failed. */
  rest: 'loaded' | 'loading' | 'failed'
}

const PAGE = 1000
/** The maximum number of comments in a queue; a filter, or deciding these, reaches the others. */
const MAX_ROWS = 20_000
const PAGE_CONCURRENCY = 3
const ROOT = 'triage-queue'

/**
 * The filtered comments in sort order. Events and own decisions patch rows in place (`patchRow`), so that nothing
 * moves. The first page is shown at once with the requirement of comment `near`; the rest loads in the background.
 */
export function createQueueQuery(scope: Scope, filter: TriageFilter, commentId: number | null = null) {
  return queryOptions({
    queryKey: toQueryKey(scope, filter),
    queryFn: () => readQueue(scope, filter, commentId),
    refetchOnWindowFocus: false,
    // Patches replace single rows and keep the others; structural sharing of all rows would take longer than a frame.
    structuralSharing: false,
  })
}

const toQueryKey = (scope: Scope, filter: TriageFilter) => [ROOT, scope, filter] as const

/** The loaded queues: searching the whole query cache for each decision would be slow. */
const queues = new Map<string, ReturnType<typeof toQueryKey>>()

/** Returns the queues that are still cached, with their data. */
function listCachedQueues(): { key: ReturnType<typeof toQueryKey>; queue: Queue }[] {
  return [...queues].flatMap(([hash, key]) => {
    const queue = queryClient.getQueryData<Queue>(key)
    if (queue === undefined && queryClient.getQueryState(key) === undefined) queues.delete(hash)
    return queue === undefined ? [] : [{ key, queue }]
  })
}

/** The newest load of each queue: an older one stops. */
const readings = new Map<string, symbol>()

async function readQueue(scope: Scope, filter: TriageFilter, commentId: number | null): Promise<Queue> {
  const key = toQueryKey(scope, filter)
  queues.set(hashKey(key), key)
  const reading = Symbol('reading')
  readings.set(hashKey(key), reading)
  const isCurrent = () => readings.get(hashKey(key)) === reading
  const before = queryClient.getQueryData<Queue>(key)
  if (before) {
    const loaded = await loadAllPages(scope, filter, () => isCurrent())
    const now = queryClient.getQueryData<Queue>(key) ?? before
    const rows = mergeReread(loaded.rows, before.rows, now.rows, filter.sort)
    return { ...loaded, rows, total: loaded.total + rows.length - loaded.rows.length }
  }
  const { rows, total, currentRows } = await readFirstPage(scope, filter, commentId)
  if (rows.length >= total) return { rows: sortRows(rows, filter.sort), total, rest: 'loaded' }
  const show = (loaded: Queue) =>
    isCurrent() &&
    queryClient.setQueryData<Queue>(
      key,
      (current) => current && { ...loaded, rows: mergeRows(current.rows, loaded.rows, filter.sort) },
    ) !== undefined
  void waitForFirstComment()
    .then(() => loadAllPages(scope, filter, show))
    .then(show, () => {
      if (isCurrent()) {
        queryClient.setQueryData<Queue>(key, (current) => current && { ...current, rest: 'failed' })
      }
    })
  return { rows: currentRows, total, rest: 'loading' }
}

/** Loads the first page with the requirement of comment `near`, and starts the requests of the selected comment. */
async function readFirstPage(scope: Scope, filter: TriageFilter, commentId: number | null) {
  const [first, around] = await Promise.all([
    loadPage(scope, filter, 1, FIRST_COMMENTS.per_page),
    commentId === null ? [] : loadSiblings(scope, filter, commentId),
  ])
  const rows = mergeRows(sortRows(removeLastGroup(first.rows, filter.sort), filter.sort), around, filter.sort)
  const selected = rows.find((row) => (commentId === null ? isUndecided(row) : row.id === commentId))
  if (selected) {
    prefetchComment(selected)
    // Its requests are sent before the page renders the queue.
    await yieldToNextTask()
  }
  return { ...first, currentRows: rows }
}

/** Loads all pages; `show` gets the rows each time that they have doubled, and returns whether to continue. */
async function loadAllPages(
  scope: Scope,
  filter: TriageFilter,
  show: (queue: Queue) => boolean,
): Promise<Queue> {
  const { sort } = filter
  const { rows, total } = await loadPage(scope, filter, 1)
  const pages = Math.ceil(Math.min(total, MAX_ROWS) / PAGE)
  let shownCount: number = FIRST_COMMENTS.per_page
  for (let page = 2; page <= pages; page += PAGE_CONCURRENCY) {
    if (rows.length >= 2 * shownCount) {
      shownCount = rows.length
      if (!show({ rows: removeLastGroup(rows, sort), total, rest: 'loading' })) break
    }
    const numbers = Array.from(
      { length: Math.min(PAGE_CONCURRENCY, pages - page + 1) },
      (_, index) => page + index,
    )
    for (const page of await Promise.all(numbers.map((number) => loadPage(scope, filter, number)))) {
      rows.push(...page.rows)
    }
  }
  // A comment that was added during paging moves another one to the next page.
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()]
  return { rows: sortRows(unique, sort), total, rest: 'loaded' }
}

/** Loads the comments of the requirement of a comment, so that work can continue there; empty in other orders. */
async function loadSiblings(scope: Scope, filter: TriageFilter, reviewId: number): Promise<Row[]> {
  if (filter.sort !== 'rule' || filter.rule_id !== null) return []
  try {
    const { review } = await queryClient.fetchQuery(api.reviews.get.queryOptions({ reviewId }))
    const { component_id: id, rule_id } = review
    if (rule_id === null || (scope.kind === 'component' && scope.id !== id)) return []
    const componentScope: Scope = { kind: 'component', id }
    return (await loadPage(componentScope, { ...filter, rule_id }, 1)).rows
  } catch {
    // The comment is deleted or not visible to the user: the page says so.
    return []
  }
}

function loadPage(
  scope: Scope,
  filter: TriageFilter,
  page: number,
  size = PAGE,
): Promise<{ rows: Row[]; total: number }> {
  return queryRows(scope, filter, { sort: filter.sort, page, per_page: size })
}

/** Counts the undecided comments: the loaded ones, and the others if the filter says that they are undecided. */
export function countUndecided({ rows, total }: Queue, filter: TriageFilter): number {
  const [only, ...others] = listStatuses(filter)
  const unread = only === 'pending' && others.length === 0 ? Math.max(0, total - rows.length) : 0
  return rows.filter(isUndecided).length + unread
}

/** Queries a page of the filtered comments of a scope, or the comments with some ids. */
export async function queryRows(
  scope: Scope,
  filter: TriageFilter,
  which: { sort: Sort; page: number; per_page: number } | { ids: number[] },
): Promise<{ rows: Row[]; total: number }> {
  const input = { per_page: PAGE, ...toListInput(filter), ...which }
  // A long page is not batched, so that the selected comment does not wait for it.
  const context = input.per_page === PAGE ? { [UNBATCHED]: true } : {}
  if (scope.kind === 'project') {
    const { rows, pagination } = await client.reviews.ofProject.query(
      { projectId: scope.id, ...input },
      { context },
    )
    return { rows: rows.map((row) => ({ ...row })), total: pagination.total }
  }
  const rule = filter.rule_id === null ? {} : { rule_id: filter.rule_id }
  const { rows, pagination } = await client.reviews.ofComponent.query(
    { componentId: scope.id, ...input, ...rule },
    { context },
  )
  return { rows: rows.map((row) => ({ ...row, component_id: scope.id })), total: pagination.total }
}

/** Returns a row from any queue. */
export function findRow(id: number): Row | undefined {
  for (const { queue } of listCachedQueues()) {
    const row = queue.rows.find((item) => item.id === id)
    if (row) return row
  }
  return undefined
}

/** Patches a row in every queue; returns the previous row, undefined if no queue has it. */
export function patchRow(id: number, change: (row: Row) => Row): Row | undefined {
  let before: Row | undefined
  for (const { key, queue } of listCachedQueues()) {
    const index = queue.rows.findIndex((row) => row.id === id)
    const row = queue.rows[index]
    if (!row) continue
    const changed = change(row)
    if (before === undefined) patchClusters(changed)
    before ??= row
    queryClient.setQueryData<Queue>(key, { ...queue, rows: queue.rows.with(index, changed) })
  }
  return before
}

/** Removes a deleted comment from every queue. */
export function dropRow(id: number): void {
  for (const { key, queue } of listCachedQueues()) {
    if (!queue.rows.some((row) => row.id === id)) continue
    const rows = queue.rows.filter((row) => row.id !== id)
    queryClient.setQueryData<Queue>(key, { ...queue, rows, total: queue.total - 1 })
  }
}

/** Updates the rows of a review from the service's answer. */
export function showReview(review: Parameters<typeof toRow>[1]): void {
  patchRow(review.id, (row) => toRow(row, review))
  // Its allowed actions may have changed; they are fetched again when shown.
  void queryClient.invalidateQueries(api.reviews.get.queryFilter({ reviewId: review.id }))
}

/** Refetches every queue: visible ones at once, with `none` each when it is opened again. */
export function refetchQueues(which: 'active' | 'none' = 'active'): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [ROOT], refetchType: which })
}
