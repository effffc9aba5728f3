import { definePage } from '../../app/page.tsx'

/** The user's sessions. */
export const sessionsRoute = definePage({
  path: '/users/edit/sessions',
  load: ({ api }) => [api.sessions.list.queryOptions()],
  view: () => import('./sessions.page.tsx'),
})
