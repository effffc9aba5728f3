import { queryClient } from '../../api/client.ts'
import { definePage } from '../../app/page.tsx'
import { createReadinessCountsQuery } from './readiness-query.ts'

/** A component: its details, its progress, and its comment period. */
export const componentRoute = definePage({
  path: '/components/$id',
  load: ({ api, params }) => [
    api.components.summary.queryOptions(params),
    api.components.header.queryOptions(params),
    // A banner that appears later would move the page.
    api.components.lastRebase.queryOptions(params),
    api.components.workflowState.queryOptions(params),
    api.components.stats.queryOptions(params),
    api.reviews.componentTriageSummary.queryOptions(params),
  ],
  prefetch: ({ id }) => queryClient.prefetchQuery(createReadinessCountsQuery(id)),
  view: () => import('./overview.page.tsx'),
})
