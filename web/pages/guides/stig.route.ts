import { page } from '../../app/page.tsx'
import { id, words } from '../../app/search.ts'

/** One STIG with its rules; `rule` is the one that is unfolded. */
export const stigRoute = page({
  path: '/stigs/$id',
  search: { q: words(255), rule: id() },
  load: ({ api, params }) => [api.stigs.show.queryOptions(params), api.stigs.list.queryOptions({})],
  view: () => import('./stig.page.tsx'),
})
