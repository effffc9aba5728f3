import { page } from '../../app/page.tsx'

/** The user's sessions. */
export const sessionsRoute = page({
  path: '/users/edit/sessions',
  load: ({ api }) => [api.sessions.list.queryOptions()],
  view: () => import('./sessions.page.tsx'),
})
