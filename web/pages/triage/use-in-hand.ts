import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useLater } from '../../app/use-later.ts'
import type { Queue } from './queue.ts'
import { isUndecided, merged } from './rows.ts'
import type { TriageFilter, TriageSearch } from './search.ts'

const STAYS_MS = 300

/**
 * The comment in hand: one of the queue, or any other one that an address or a suggestion names, or else the first that
 * is undecided. The address follows once one stays for a moment: it is for others, and for coming back. Call `narrows`
 * with each filter that is chosen: a comment that it does not let through leaves the hand, so that no key decides on
 * what is not shown.
 */
export function useInHand(
  { rows, rest }: Queue,
  filter: TriageFilter,
  search: TriageSearch,
  onSearch: (search: TriageSearch) => void,
) {
  const [id, take] = useState<number | null>(search.comment)
  const inQueue = rows.find((one) => one.id === id)
  const named = useQuery({
    ...api.reviews.get.queryOptions({ reviewId: id ?? 0 }),
    enabled: id !== null && inQueue === undefined,
    retry: false,
  })
  const review = named.data?.review
  const elsewhere =
    review && review.id === id && review.responding_to_review_id === null
      ? merged(undefined, review)
      : undefined
  const first = id === null || named.isError ? (rows.find(isUndecided) ?? rows[0]) : undefined
  const row = inQueue ?? elsewhere ?? first
  // What comes later may belong before it, and must not take it out of the hand.
  const held = rest === 'reading' && id === null ? row?.id : undefined
  useEffect(() => {
    if (held !== undefined) take(held)
  }, [held])

  const now = useRef({ search, onSearch })
  useEffect(() => {
    now.current = { search, onSearch }
  })
  const told = useRef(search.comment)
  const stayed = useLater(row?.id ?? null, STAYS_MS)
  useEffect(() => {
    if (stayed === null || now.current.search.comment === stayed) return
    told.current = stayed
    now.current.onSearch({ ...now.current.search, comment: stayed })
  }, [stayed])
  useEffect(() => {
    // An address that somebody else wrote, such as a link or the way back.
    if (search.comment === told.current) return
    told.current = search.comment
    if (search.comment !== null) take(search.comment)
  }, [search.comment])
  const chosen = useRef(false)
  const shown = useRef(filter)
  useEffect(() => {
    if (shown.current === filter) return
    shown.current = filter
    if (!chosen.current) return
    chosen.current = false
    if (rows.some((one) => one.id === id)) return
    take(null)
    told.current = null
    const { search: address, onSearch: write } = now.current
    if (address.comment !== null) write({ ...address, comment: null })
  }, [filter, rows, id])
  return {
    row,
    place: rows.findIndex((one) => one.id === row?.id),
    take,
    named,
    narrows: () => void (chosen.current = true),
  }
}
