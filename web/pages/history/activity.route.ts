import { definePage } from '../../app/page.tsx'
import { createIntegerField } from '../../app/search.ts'

/** The number of entries on a page, the most that the service returns. */
export const ENTRIES_PER_PAGE = 50

/** The activity of a project. */
export const activityRoute = definePage({
  path: '/projects/$id/activity',
  search: { page: createIntegerField(1, 100_000, 1) },
  load: ({ api, params, search }) => [
    api.projects.show.queryOptions(params),
    api.projects.histories.queryOptions({ ...params, page: search.page }),
  ],
  view: () => import('./activity.page.tsx'),
})
