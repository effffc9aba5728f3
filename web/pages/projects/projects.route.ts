import { page } from '../../app/page.tsx'
import { textField } from '../../app/search.ts'

/** All projects that the user can see. */
export const projectsRoute = page({
  path: '/projects',
  search: { q: textField(255) },
  load: ({ api }) => [api.projects.list.queryOptions({})],
  view: () => import('./projects.page.tsx'),
})
