import { definePage } from '../../app/page.tsx'
import { createTextField } from '../../app/search.ts'
import { createCommentHitsQuery, createSearchHitsQuery } from './search-query.ts'

/** The search results for a text; the address can be shared. */
export const searchRoute = definePage({
  path: '/search',
  search: { q: createTextField(500) },
  load: ({ search: { q } }) => (isLong(q) ? [createSearchHitsQuery(q), createCommentHitsQuery(q)] : []),
  view: () => import('./search.page.tsx'),
})

/** Whether a text is long enough to find anything. */
export function isLong(q: string): boolean {
  return q.trim().length >= 2
}
