import { page } from '../../app/page.tsx'
import { firstRequirementsQuery } from './requirements.ts'
import { FILTERS } from './search.ts'

/** The requirements of a component as a table. */
export const requirementsRoute = page({
  path: '/components/$id/edit',
  search: FILTERS,
  load: ({ api, params }) => [
    api.components.summary.queryOptions({ id: params.id }),
    api.components.workflowState.queryOptions({ id: params.id }),
    firstRequirementsQuery(params.id),
  ],
  view: () => import('./requirements.page.tsx'),
})
