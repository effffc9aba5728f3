import { api } from '../../api/client.ts'

/** The number of replies that a thread shows at first. */
export const FIRST_REPLIES = 200

/** The query for the oldest replies to a comment, at most `count` (1 to 1000). */
export function createRepliesQuery(reviewId: number, count = FIRST_REPLIES) {
  return api.reviews.responses.queryOptions({ reviewId, page: 1, per_page: count })
}
