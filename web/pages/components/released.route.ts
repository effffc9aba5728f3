import { page } from '../../app/page.tsx'
import { textField } from '../../app/search.ts'

/** All released components. */
export const releasedRoute = page({
  path: '/components',
  search: { q: textField(255) },
  load: ({ api }) => [api.components.released.queryOptions({})],
  view: () => import('./released.page.tsx'),
})
