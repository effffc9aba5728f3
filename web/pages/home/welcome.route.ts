import { definePage } from '../../app/page.tsx'

/** The first steps in a new service, or for a new user. */
export const welcomeRoute = definePage({
  path: '/welcome',
  load: ({ api }) => [api.projects.list.queryOptions({})],
  view: () => import('./welcome.page.tsx'),
})
