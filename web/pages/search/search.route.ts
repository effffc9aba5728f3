import { definePage } from '../../app/page.tsx'
import { createTextField } from '../../app/search.ts'
import { commentHitsQuery, searchHitsQuery } from './search-query.ts'

/** What the service finds for some words; the address is for passing on. */
export const searchRoute = definePage({
  path: '/search',
  search: { q: createTextField(500) },
  load: ({ search: { q } }) => (isLong(q) ? [searchHitsQuery(q), commentHitsQuery(q)] : []),
  view: () => import('./search.page.tsx'),
})

/** Shorter words find nothing. */
export function isLong(q: string): boolean {
  return q.trim().length >= 2
}
