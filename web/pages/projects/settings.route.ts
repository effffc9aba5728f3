import { definePage } from '../../app/page.tsx'

/** The name and visibility of a project. */
export const projectSettingsRoute = definePage({
  path: '/projects/$id/settings',
  load: ({ api, params }) => [api.projects.show.queryOptions(params)],
  view: () => import('./settings.page.tsx'),
})
