import { page } from '../../app/page.tsx'

/** What a component is called and numbered. */
export const componentSettingsRoute = page({
  path: '/components/$id/settings',
  load: ({ api, params }) => [
    api.components.summary.queryOptions(params),
    api.components.workflowState.queryOptions(params),
  ],
  view: () => import('./settings.page.tsx'),
})
