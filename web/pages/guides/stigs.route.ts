import { page } from '../../app/page.tsx'
import { textField } from '../../app/search.ts'

/** The STIGs of the catalog. */
export const stigsRoute = page({
  path: '/stigs',
  search: { q: textField(255) },
  load: ({ api }) => [api.stigs.list.queryOptions({})],
  view: () => import('./stigs.page.tsx'),
})
