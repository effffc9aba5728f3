import { page } from '../../app/page.tsx'
import { queueOf } from './queue/queue.ts'
import { filterOf, TRIAGE_SEARCH } from './search.ts'

/** The comments of all components of a project, decided one after the other. */
export const projectTriageRoute = page({
  path: '/projects/$id/triage',
  search: TRIAGE_SEARCH,
  load: ({ api, params, search }) => [
    api.projects.show.queryOptions({ id: params.id }),
    api.reviews.projectTriageSummary.queryOptions({ id: params.id }),
    queueOf({ kind: 'project', id: params.id }, filterOf(search), search.comment),
  ],
  view: () => import('./project.page.tsx'),
})
