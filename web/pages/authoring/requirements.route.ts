import { definePage } from '../../app/page.tsx'
import { createFirstRequirementsQuery } from './requirements.ts'
import { FILTERS } from './search.ts'

/** The requirements of a component as a table. */
export const requirementsRoute = definePage({
  path: '/components/$id/edit',
  search: FILTERS,
  load: ({ api, params }) => [
    api.components.summary.queryOptions({ id: params.id }),
    api.components.workflowState.queryOptions({ id: params.id }),
    createFirstRequirementsQuery(params.id),
  ],
  view: () => import('./requirements.page.tsx'),
})
