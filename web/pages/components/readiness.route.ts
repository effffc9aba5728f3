import { definePage } from '../../app/page.tsx'

/** The remaining work before the release of a component, and the release. */
export const readinessRoute = definePage({
  path: '/components/$id/readiness',
  load: ({ api, params }) => [
    api.components.summary.queryOptions(params),
    api.components.workflowState.queryOptions(params),
    api.reviews.componentTriageSummary.queryOptions(params),
  ],
  view: () => import('./readiness.page.tsx'),
})
