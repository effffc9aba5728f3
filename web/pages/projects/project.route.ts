import { page } from '../../app/page.tsx'

/** A project: its components, and what waits in it. */
export const projectRoute = page({
  path: '/projects/$id',
  load: ({ api, params }) => [api.projects.show.queryOptions(params)],
  view: () => import('./project.page.tsx'),
})
