import { definePage } from '../../app/page.tsx'

/** What is left to do before a component is released, and its release. */
export const readinessRoute = definePage({
  path: '/components/$id/readiness',
  load: ({ api, params }) => [
    api.components.summary.queryOptions(params),
    api.components.workflowState.queryOptions(params),
    api.reviews.componentTriageSummary.queryOptions(params),
  ],
  view: () => import('./readiness.page.tsx'),
})
