import { page } from '../../app/page.tsx'
import { id, words } from '../../app/search.ts'

/** One STIG with its rules; `rule` is the expanded one. */
export const stigRoute = page({
  path: '/stigs/$id',
  search: { q: words(255), rule: id() },
  load: ({ api, params }) => [api.stigs.show.queryOptions(params), api.stigs.list.queryOptions({})],
  view: () => import('./stig.page.tsx'),
})
