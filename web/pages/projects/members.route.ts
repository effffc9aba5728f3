import { definePage } from '../../app/page.tsx'
import { createTextField } from '../../app/search.ts'

/** The members of a project and their roles. */
export const membersRoute = definePage({
  path: '/projects/$id/members',
  search: { q: createTextField(255) },
  load: ({ api, params }) => [api.projects.show.queryOptions(params)],
  view: () => import('./members.page.tsx'),
})
