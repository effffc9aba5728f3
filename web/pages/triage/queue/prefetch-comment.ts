import { api, queryClient } from '../../../api/client.ts'
import { UNBATCHED } from '../../../api/unbatched-link.ts'
import { createRepliesQuery } from '../../comments/replies-query.ts'
import type { Row } from './rows.ts'

/** The query for similar comments. It is slower than the others, which must not wait for it in a batch. */
export function createSimilarQuery(reviewId: number) {
  return api.reviews.similarTo.queryOptions(
    { reviewId, limit: 10 },
    { trpc: { context: { [UNBATCHED]: true } } },
  )
}

/** Prefetches what the panes show of a comment: its requirement, thread, changes and suggestions. */
export function prefetchComment({ id: reviewId, rule_id: ruleId, responses_count: replies }: Row): void {
  if (ruleId !== null) void queryClient.prefetchQuery(api.rules.show.queryOptions({ ruleId }))
  void queryClient.prefetchQuery(api.reviews.get.queryOptions({ reviewId }))
  void queryClient.prefetchQuery(createSimilarQuery(reviewId))
  if (ruleId !== null) void queryClient.prefetchQuery(api.reviews.sectionChanges.queryOptions({ reviewId }))
  if (replies > 0) void queryClient.prefetchQuery(createRepliesQuery(reviewId))
}
