import { definePage } from '../../app/page.tsx'

/** A project with its components and open work. */
export const projectRoute = definePage({
  path: '/projects/$id',
  load: ({ api, params }) => [api.projects.show.queryOptions(params)],
  view: () => import('./project.page.tsx'),
})
