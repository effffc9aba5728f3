import { page } from '../../app/page.tsx'
import { words } from '../../app/search.ts'

/** All released components. */
export const releasedRoute = page({
  path: '/components',
  search: { q: words(255) },
  load: ({ api }) => [api.components.released.queryOptions({})],
  view: () => import('./released.page.tsx'),
})
