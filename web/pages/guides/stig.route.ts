import { definePage } from '../../app/page.tsx'
import { createIdField, createTextField } from '../../app/search.ts'

/** One STIG with its rules; `rule` is the expanded one. */
export const stigRoute = definePage({
  path: '/stigs/$id',
  search: { q: createTextField(255), rule: createIdField() },
  load: ({ api, params }) => [api.stigs.show.queryOptions(params), api.stigs.list.queryOptions({})],
  view: () => import('./stig.page.tsx'),
})
