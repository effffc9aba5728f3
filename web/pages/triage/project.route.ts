import { definePage } from '../../app/page.tsx'
import { createQueueQuery } from './queue/queue.ts'
import { toFilter, TRIAGE_SEARCH } from './search.ts'

/** The triage of all components of a project. */
export const projectTriageRoute = definePage({
  path: '/projects/$id/triage',
  search: TRIAGE_SEARCH,
  load: ({ api, params, search }) => [
    api.projects.show.queryOptions({ id: params.id }),
    api.reviews.projectTriageSummary.queryOptions({ id: params.id }),
    createQueueQuery({ kind: 'project', id: params.id }, toFilter(search), search.comment),
  ],
  view: () => import('./project.page.tsx'),
})
