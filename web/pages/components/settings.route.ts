import { definePage } from '../../app/page.tsx'

/** Name, contact, metadata and additional questions of a component. */
export const componentSettingsRoute = definePage({
  path: '/components/$id/settings',
  load: ({ api, params }) => [
    api.components.header.queryOptions(params),
    api.components.summary.queryOptions(params),
    api.components.workflowState.queryOptions(params),
  ],
  view: () => import('./settings.page.tsx'),
})
