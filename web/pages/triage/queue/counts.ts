import { api, queryClient, type Outputs } from '../../../api/client.ts'
import { findCachedQueries } from '../../../api/router-filter.ts'
import type { Row } from './rows.ts'

type Summary = Outputs['reviews']['componentTriageSummary']

/** Moves one comment in the cached counts; the next event refetches them. */
export function updateCounts(row: Row | undefined, newStatus: string | null): void {
  const oldStatus = row?.triage_status
  if (!oldStatus || newStatus === null || oldStatus === newStatus) return
  for (const filter of [
    api.reviews.componentTriageSummary.pathFilter(),
    api.reviews.projectTriageSummary.pathFilter(),
  ]) {
    for (const { queryKey } of findCachedQueries(queryClient, filter)) {
      queryClient.setQueryData<Summary>(queryKey, (summary) => {
        if (!summary) return summary
        const counts = summary.by_triage_status
        const moved = { [oldStatus]: (counts[oldStatus] ?? 0) - 1, [newStatus]: (counts[newStatus] ?? 0) + 1 }
        return { ...summary, by_triage_status: { ...counts, ...moved } }
      })
    }
  }
}
