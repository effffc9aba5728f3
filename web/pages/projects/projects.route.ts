import { page } from '../../app/page.tsx'
import { words } from '../../app/search.ts'

/** All projects that the user can see. */
export const projectsRoute = page({
  path: '/projects',
  search: { q: words(255) },
  load: ({ api }) => [api.projects.list.queryOptions({})],
  view: () => import('./projects.page.tsx'),
})
