import { page } from '../../app/page.tsx'
import { idField, textField } from '../../app/search.ts'

/** One STIG with its rules; `rule` is the expanded one. */
export const stigRoute = page({
  path: '/stigs/$id',
  search: { q: textField(255), rule: idField() },
  load: ({ api, params }) => [api.stigs.show.queryOptions(params), api.stigs.list.queryOptions({})],
  view: () => import('./stig.page.tsx'),
})
