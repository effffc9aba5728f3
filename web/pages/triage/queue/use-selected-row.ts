import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { useDebouncedValue } from '../../../app/use-debounced-value.ts'
import { useEventCallback } from '../../../app/use-event-callback.ts'
import type { TriageFilter, TriageSearch } from '../search.ts'
import type { Queue } from './queue.ts'
import { isUndecided, toRow } from './rows.ts'

const SETTLE_MS = 300

/**
 * The selected comment: named by the address, or the first undecided one. `row` is undefined if the named one is
 * missing. The address follows after a moment. Call `narrows` with each filter: a comment that it excludes is
 * deselected, so that no key decides on it.
 */
export function useSelectedRow(
  { rows, rest }: Queue,
  filter: TriageFilter,
  search: TriageSearch,
  onSearch: (search: TriageSearch) => void,
) {
  const [id, select] = useState<number | null>(search.comment)
  const queuedRow = rows.find((item) => item.id === id)
  const addressedReview = useQuery({
    ...api.reviews.get.queryOptions({ reviewId: id ?? 0 }),
    enabled: id !== null && queuedRow === undefined,
    retry: false,
  })
  const review = addressedReview.data?.review
  const unqueuedRow =
    review?.id === id && review.responding_to_review_id === null ? toRow(undefined, review) : undefined
  const first = id === null ? (rows.find(isUndecided) ?? rows[0]) : undefined
  const row = queuedRow ?? unqueuedRow ?? first
  // Rows that arrive later may sort before it and must not change the selection.
  const fixedId = rest === 'loading' && id === null ? row?.id : undefined
  useEffect(() => {
    if (fixedId !== undefined) select(fixedId)
  }, [fixedId])

  // The triage decides on comments; the address of a reply opens its comment.
  const parentId = review?.id === id ? (review.responding_to_review_id ?? null) : null
  useEffect(() => {
    if (parentId !== null) select(parentId)
  }, [parentId])

  const address = useSelectedAddress(row?.id ?? null, search, onSearch, select)
  const deselectsExcluded = useRef(false)
  const appliedFilter = useRef(filter)
  useEffect(() => {
    if (appliedFilter.current === filter) return
    appliedFilter.current = filter
    if (!deselectsExcluded.current) return
    deselectsExcluded.current = false
    if (rows.some((item) => item.id === id)) return
    select(null)
    address.clear()
  }, [filter, rows, id, address])
  return {
    row,
    id,
    /** Selects the first undecided comment. */
    selectFirst: () => {
      select(null)
      address.clear()
    },
    index: rows.findIndex((item) => item.id === row?.id),
    select,
    addressedReview,
    excludeUnmatched: () => void (deselectsExcluded.current = true),
  }
}

/** Writes the selected comment to the address after a delay; a new address selects its comment. */
function useSelectedAddress(
  id: number | null,
  search: TriageSearch,
  onSearch: (search: TriageSearch) => void,
  take: (id: number) => void,
) {
  const now = useRef({ search, onSearch })
  useEffect(() => {
    now.current = { search, onSearch }
  })
  const written = useRef(search.comment)
  const settledId = useDebouncedValue(id, SETTLE_MS)
  useEffect(() => {
    if (settledId === null || now.current.search.comment === settledId) return
    written.current = settledId
    now.current.onSearch({ ...now.current.search, comment: settledId })
  }, [settledId])
  useEffect(() => {
    // The address was changed by a link or the Back button.
    if (search.comment === written.current) return
    written.current = search.comment
    if (search.comment !== null) take(search.comment)
  }, [search.comment, take])
  const clear = useEventCallback(() => {
    written.current = null
    if (search.comment !== null) onSearch({ ...search, comment: null })
  })
  return useMemo(() => ({ clear }), [clear])
}
