import { page } from '../../app/page.tsx'
import { textField } from '../../app/search.ts'

/** The members of a project and their roles. */
export const membersRoute = page({
  path: '/projects/$id/members',
  search: { q: textField(255) },
  load: ({ api, params }) => [api.projects.show.queryOptions(params)],
  view: () => import('./members.page.tsx'),
})
