import { definePage } from '../../app/page.tsx'
import { createQueueQuery } from './queue/queue.ts'
import { toFilter, TRIAGE_SEARCH } from './search.ts'

/** The triage of a component's comments. */
export const triageRoute = definePage({
  path: '/components/$id/triage',
  search: TRIAGE_SEARCH,
  load: ({ api, params, search }) => [
    api.components.summary.queryOptions({ id: params.id }),
    api.components.workflowState.queryOptions({ id: params.id }),
    api.reviews.componentTriageSummary.queryOptions({ id: params.id }),
    createQueueQuery({ kind: 'component', id: params.id }, toFilter(search), search.comment),
  ],
  view: () => import('./triage.page.tsx'),
})
