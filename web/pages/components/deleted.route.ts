import { page } from '../../app/page.tsx'
import { integerField } from '../../app/search.ts'

/** Deleted requirements of a component. */
export const deletedRoute = page({
  path: '/components/$id/deleted',
  search: { page: integerField(1, 10_000, 1) },
  load: ({ api, params, search }) => [
    api.components.summary.queryOptions(params),
    api.components.workflowState.queryOptions(params),
    api.rules.deleted.queryOptions(deletedPage(params.id, search.page)),
  ],
  view: () => import('./deleted.page.tsx'),
})

/** The query of an address. */
export function deletedPage(componentId: number, page: number) {
  return { componentId, page, per_page: 100 }
}
