import { page } from '../../app/page.tsx'

/** The name and visibility of a project. */
export const projectSettingsRoute = page({
  path: '/projects/$id/settings',
  load: ({ api, params }) => [api.projects.show.queryOptions(params)],
  view: () => import('./settings.page.tsx'),
})
