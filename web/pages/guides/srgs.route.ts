import { page } from '../../app/page.tsx'
import { textField } from '../../app/search.ts'

/** The SRGs of the catalog. */
export const srgsRoute = page({
  path: '/srgs',
  search: { q: textField(255) },
  load: ({ api }) => [api.srgs.list.queryOptions({})],
  view: () => import('./srgs.page.tsx'),
})
