import { definePage } from '../../app/page.tsx'
import { createTextField } from '../../app/search.ts'

/** All released components. */
export const releasedRoute = definePage({
  path: '/components',
  search: { q: createTextField(255) },
  load: ({ api }) => [api.components.released.queryOptions({})],
  view: () => import('./released.page.tsx'),
})
