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
    // A banner that appears later would move the page.
    api.components.lastRebase.queryOptions(params),
    api.components.workflowState.queryOptions(params),
  ],
  view: () => import('./rebase.page.tsx'),
})
