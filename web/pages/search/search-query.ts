import { api } from '../../api/client.ts'

/** Hits of a kind that are shown. */
export const MOST = 20

/** The hits of some words, by kind. */
export function searchHitsQuery(q: string) {
  return api.search.global.queryOptions({ q: q.trim(), limit: MOST })
}
