import { definePage } from '../../app/page.tsx'
import { createTextField } from '../../app/search.ts'

/** All projects that the user can see. */
export const projectsRoute = definePage({
  path: '/projects',
  search: { q: createTextField(255) },
  load: ({ api }) => [api.projects.list.queryOptions({})],
  view: () => import('./projects.page.tsx'),
})
