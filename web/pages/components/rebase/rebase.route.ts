import { definePage } from '../../../app/page.tsx'
import { createIdField } from '../../../app/search.ts'

/** The move of a component to another release of its SRG; without `srg_id` to the latest one. */
export const rebaseRoute = definePage({
  path: '/components/$id/rebase',
  search: { srg_id: createIdField() },
  load: ({ api, params }) => [
    api.components.summary.queryOptions(params),
    api.components.header.queryOptions(params),
    api.srgs.list.queryOptions({}),
  ],
  view: () => import('./rebase.page.tsx'),
})
