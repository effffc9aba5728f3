import { definePage } from '../../app/page.tsx'
import { createTextField } from '../../app/search.ts'

/** The STIGs of the catalog. */
export const stigsRoute = definePage({
  path: '/stigs',
  search: { q: createTextField(255) },
  load: ({ api }) => [api.stigs.list.queryOptions({})],
  view: () => import('./stigs.page.tsx'),
})
