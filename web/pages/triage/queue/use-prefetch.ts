import { useEffect, useRef } from 'react'
import { api, queryClient } from '../../../api/client.ts'
import { afterPaint } from '../../../app/after-paint.ts'
import { useEventCallback } from '../../../app/use-event-callback.ts'
import { sectionChangesQuery } from '../../comments/use-section-changes.ts'
import { preloadParts } from '../lazy-parts.ts'
import { isUndecided, type Row } from './rows.ts'

/** The number of comments that are prefetched. */
const AHEAD = 3
/** How long prefetched data is fresh. */
const FRESH_MS = 20_000

/** The queries of a comment besides its row; the page and the prefetch share them. */
export function similarQuery(reviewId: number) {
  return api.reviews.similarTo.queryOptions({ reviewId, limit: 10 })
}

/** The next undecided comments. */
function findUpcoming(rows: readonly Row[], place: number): Row[] {
  const ahead: Row[] = []
  for (let at = place + 1; at < rows.length && ahead.length < AHEAD; at += 1) {
    const row = rows[at]
    if (row && isUndecided(row)) ahead.push(row)
  }
  return ahead
}

/** Prefetches the next undecided comments with their threads, requirements and suggestions. */
export function usePrefetch(rows: readonly Row[], place: number, projectId: number): void {
  const asked = useRef(new Map<number, number>())
  const read = useEventCallback(() => {
    const now = Date.now()
    for (const { id: reviewId, rule_id: ruleId, responses_count: replies } of findUpcoming(rows, place)) {
      if (now - (asked.current.get(reviewId) ?? 0) < FRESH_MS) continue
      asked.current.set(reviewId, now)
      void queryClient.prefetchQuery(api.reviews.get.queryOptions({ reviewId }))
      void queryClient.prefetchQuery(similarQuery(reviewId))
      if (ruleId !== null) void queryClient.prefetchQuery(sectionChangesQuery(reviewId))
      const thread = { reviewId, page: 1, per_page: 200 }
      if (replies > 0) void queryClient.prefetchQuery(api.reviews.responses.queryOptions(thread))
      if (ruleId !== null) void queryClient.prefetchQuery(api.rules.show.queryOptions({ ruleId }))
    }
  })
  // Show the decision first.
  useEffect(() => void afterPaint(read), [rows, place, read])
  useEffect(() => {
    preloadParts()
    void queryClient.prefetchQuery(api.responseTemplates.list.queryOptions({ projectId }))
  }, [projectId])
}
