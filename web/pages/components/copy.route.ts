import { definePage } from '../../app/page.tsx'

/** Copying a component: a new version, or into another project. */
export const copyRoute = definePage({
  path: '/components/$id/copy',
  load: ({ api, params }) => [
    api.components.summary.queryOptions(params),
    api.components.workflowState.queryOptions(params),
    api.projects.list.queryOptions({}),
  ],
  view: () => import('./copy.page.tsx'),
})
