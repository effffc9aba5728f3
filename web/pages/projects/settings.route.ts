import { page } from '../../app/page.tsx'

/** What a project is called, and who may know of it. */
export const projectSettingsRoute = page({
  path: '/projects/$id/settings',
  load: ({ api, params }) => [api.projects.show.queryOptions(params)],
  view: () => import('./settings.page.tsx'),
})
