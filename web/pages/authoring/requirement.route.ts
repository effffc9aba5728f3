import { definePage } from '../../app/page.tsx'
import { hasAllRequirements, findNeighbors, createAllRequirementsQuery } from './requirements.ts'
import { FILTERS } from './search.ts'

/** One requirement in the editor, by its displayed name or its number: `/components/3/HGW3-01-000014`. */
export const requirementRoute = definePage({
  path: '/components/$id/$name',
  search: FILTERS,
  load: ({ api, params }) => [
    api.components.summary.queryOptions({ id: params.id }),
    api.components.workflowState.queryOptions({ id: params.id }),
    hasAllRequirements(params.id)
      ? createAllRequirementsQuery(params.id)
      : findNeighbors(params.id, params.name),
  ],
  view: () => import('./requirement.page.tsx'),
})
