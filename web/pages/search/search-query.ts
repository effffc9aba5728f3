import { api } from '../../api/client.ts'

/** The maximum number of shown hits of a kind. */
export const MAX_HITS = 20

/** Queries the comments that contain these words, newest first. */
export function createCommentHitsQuery(q: string) {
  return api.search.comments.queryOptions({ q: q.trim(), limit: MAX_HITS })
}

/** Queries the hits for these words, by kind. */
export function createSearchHitsQuery(q: string) {
  return api.search.global.queryOptions({ q: q.trim(), limit: MAX_HITS })
}
