import { api } from '../../api/client.ts'

/** Hits of a kind that are shown. */
export const MOST = 20

/** The comments with some words, newest first. */
export function commentHitsQuery(q: string) {
  return api.search.comments.queryOptions({ q: q.trim(), limit: MOST })
}

/** The hits of some words, by kind. */
export function searchHitsQuery(q: string) {
  return api.search.global.queryOptions({ q: q.trim(), limit: MOST })
}
