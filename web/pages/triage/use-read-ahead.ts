import { useEffect } from 'react'
import { api, queryClient } from '../../api/client.ts'
import { sectionChangesOf } from '../comments/use-section-changes.ts'
import { bringParts } from './parts.ts'
import { isUndecided, type Row } from './rows.ts'

/** How many comments are in memory before they are shown. */
const AHEAD = 3

/** What is asked about a comment beside its row; the page and the reading ahead ask the same. */
export function alikeOf(reviewId: number) {
  return api.reviews.similarTo.queryOptions({ reviewId, limit: 10 })
}

/** Reads the next undecided comments with their threads, requirements and suggestions: a decision waits for nothing. */
export function useReadAhead(rows: readonly Row[], place: number, projectId: number): void {
  useEffect(() => {
    const ahead = rows
      .slice(place + 1)
      .filter(isUndecided)
      .slice(0, AHEAD)
    for (const { id: reviewId, rule_id: ruleId, responses_count: replies } of ahead) {
      void queryClient.prefetchQuery(api.reviews.get.queryOptions({ reviewId }))
      void queryClient.prefetchQuery(alikeOf(reviewId))
      if (ruleId !== null) void queryClient.prefetchQuery(sectionChangesOf(reviewId))
      const thread = { reviewId, page: 1, per_page: 200 }
      if (replies > 0) void queryClient.prefetchQuery(api.reviews.responses.queryOptions(thread))
      if (ruleId !== null) void queryClient.prefetchQuery(api.rules.show.queryOptions({ ruleId }))
    }
  }, [rows, place])
  useEffect(() => {
    bringParts()
    void queryClient.prefetchQuery(api.responseTemplates.list.queryOptions({ projectId }))
  }, [projectId])
}
