import { definePage } from '../../app/page.tsx'
import { createIdField, createTextField } from '../../app/search.ts'

/** One SRG with its rules; `rule` is the expanded one. */
export const srgRoute = definePage({
  path: '/srgs/$id',
  search: { q: createTextField(255), rule: createIdField() },
  load: ({ api, params }) => [api.srgs.show.queryOptions(params), api.srgs.list.queryOptions({})],
  view: () => import('./srg.page.tsx'),
})
