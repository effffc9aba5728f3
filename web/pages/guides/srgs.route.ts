import { definePage } from '../../app/page.tsx'
import { createTextField } from '../../app/search.ts'

/** The SRGs of the catalog. */
export const srgsRoute = definePage({
  path: '/srgs',
  search: { q: createTextField(255) },
  load: ({ api }) => [api.srgs.list.queryOptions({})],
  view: () => import('./srgs.page.tsx'),
})
