import { page } from '../../app/page.tsx'
import { words } from '../../app/search.ts'

/** The members of a project and their roles. */
export const membersRoute = page({
  path: '/projects/$id/members',
  search: { q: words(255) },
  load: ({ api, params }) => [api.projects.show.queryOptions(params)],
  view: () => import('./members.page.tsx'),
})
