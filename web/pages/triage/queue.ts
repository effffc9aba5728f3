import { queryOptions } from '@tanstack/react-query'
import { api, client, queryClient } from '../../api/client.ts'
import { merged, inOrder, type Row } from './rows.ts'
import { inputOf, type Sort, type TriageFilter } from './search.ts'

/** Whose comments are triaged. */
export type Scope = { kind: 'component'; id: number } | { kind: 'project'; id: number }

export interface Queue {
  rows: readonly Row[]
  /** Everything that the filter lets through, here or not. */
  total: number
}

const PAGE = 1000
/** Comments that one queue holds; what lies behind them is reached by a filter, or when these are decided. */
const MOST = 20_000
const AT_ONCE = 3
const ROOT = 'triage-queue'

/**
 * The comments that a filter lets through, in the order of work. It stays as it is while one decides: events of others
 * and own decisions change rows in place (`patchRow`), so that nothing jumps away under the eyes.
 */
export function queueOf(scope: Scope, filter: TriageFilter) {
  return queryOptions({
    queryKey: [ROOT, scope, filter] as const,
    queryFn: async (): Promise<Queue> => {
      const first = await pageOf(scope, filter, 1)
      const rows = [...first.rows]
      const pages = Math.ceil(Math.min(first.total, MOST) / PAGE)
      for (let page = 2; page <= pages; page += AT_ONCE) {
        const some = Array.from({ length: Math.min(AT_ONCE, pages - page + 1) }, (_, index) => page + index)
        for (const found of await Promise.all(some.map((number) => pageOf(scope, filter, number))))
          rows.push(...found.rows)
      }
      // A comment that came while the pages were read pushes another one to the next page.
      const unique = [...new Map(rows.map((row) => [row.id, row])).values()]
      return { rows: inOrder(unique, filter.sort), total: first.total }
    },
    refetchOnWindowFocus: false,
    // Rows are changed one at a time and keep their identity; comparing all of them would cost more than a frame.
    structuralSharing: false,
  })
}

function pageOf(scope: Scope, filter: TriageFilter, page: number): Promise<{ rows: Row[]; total: number }> {
  return rowsOf(scope, filter, { sort: filter.sort, page, per_page: PAGE })
}

/** The comments of a place that a filter lets through, a page of them or those with some ids. */
export async function rowsOf(
  scope: Scope,
  filter: TriageFilter,
  which: { sort: Sort; page: number; per_page: number } | { ids: number[] },
): Promise<{ rows: Row[]; total: number }> {
  const input = { per_page: PAGE, ...inputOf(filter), ...which }
  if (scope.kind === 'project') {
    const { rows, pagination } = await client.reviews.ofProject.query({ projectId: scope.id, ...input })
    return { rows: rows.map((row) => ({ ...row })), total: pagination.total }
  }
  const rule = filter.rule_id === null ? {} : { rule_id: filter.rule_id }
  const { rows, pagination } = await client.reviews.ofComponent.query({
    componentId: scope.id,
    ...input,
    ...rule,
  })
  return { rows: rows.map((row) => ({ ...row, component_id: scope.id })), total: pagination.total }
}

/** A row as some queue shows it. */
export function rowIn(id: number): Row | undefined {
  for (const [, queue] of queryClient.getQueriesData<Queue>({ queryKey: [ROOT] })) {
    const row = queue?.rows.find((one) => one.id === id)
    if (row) return row
  }
  return undefined
}

/** Changes a row wherever it is shown, and answers it as it was; undefined where no queue has it. */
export function patchRow(id: number, change: (row: Row) => Row): Row | undefined {
  let before: Row | undefined
  for (const [key, queue] of queryClient.getQueriesData<Queue>({ queryKey: [ROOT] })) {
    const place = queue?.rows.findIndex((row) => row.id === id) ?? -1
    const row = queue?.rows[place]
    if (!queue || !row) continue
    before ??= row
    queryClient.setQueryData<Queue>(key, { ...queue, rows: queue.rows.with(place, change(row)) })
  }
  return before
}

/** Takes a comment that is gone out of every queue. */
export function dropRow(id: number): void {
  for (const [key, queue] of queryClient.getQueriesData<Queue>({ queryKey: [ROOT] })) {
    if (!queue?.rows.some((row) => row.id === id)) continue
    const rows = queue.rows.filter((row) => row.id !== id)
    queryClient.setQueryData<Queue>(key, { rows, total: queue.total - 1 })
  }
}

/** Puts a review, as the service has it now, into the rows that show it. */
export function showReview(review: Parameters<typeof merged>[1]): void {
  patchRow(review.id, (row) => merged(row, review))
  queryClient.setQueryData(api.reviews.get.queryKey({ reviewId: review.id }), (known) =>
    known ? { ...known, review } : known,
  )
}

/** Reads every queue anew: those on the screen at once, with `none` each when it is opened again. */
export function rereadQueues(which: 'active' | 'none' = 'active'): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [ROOT], refetchType: which })
}
