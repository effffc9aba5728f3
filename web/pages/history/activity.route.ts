import { definePage } from '../../app/page.tsx'

/** The activity of a project. */
export const activityRoute = definePage({
  path: '/projects/$id/activity',
  load: ({ api, params }) => [
    api.projects.show.queryOptions(params),
    api.projects.histories.queryOptions(params),
  ],
  view: () => import('./activity.page.tsx'),
})
