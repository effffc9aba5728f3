import { definePage } from '../../app/page.tsx'

/** The first steps on a fresh service, or in one that is new to someone. */
export const welcomeRoute = definePage({
  path: '/welcome',
  load: ({ api }) => [api.projects.list.queryOptions({})],
  view: () => import('./welcome.page.tsx'),
})
