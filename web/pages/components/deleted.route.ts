import { definePage } from '../../app/page.tsx'
import { createIntegerField } from '../../app/search.ts'

/** Deleted requirements of a component. */
export const deletedRoute = definePage({
  path: '/components/$id/deleted',
  search: { page: createIntegerField(1, 10_000, 1) },
  load: ({ api, params, search }) => [
    api.components.summary.queryOptions(params),
    api.components.workflowState.queryOptions(params),
    api.rules.deleted.queryOptions(createDeletedPageQuery(params.id, search.page)),
  ],
  view: () => import('./deleted.page.tsx'),
})

/** The query of an address. */
export function createDeletedPageQuery(componentId: number, page: number) {
  return { componentId, page, per_page: 100 }
}
