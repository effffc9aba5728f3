import { page } from '../../app/page.tsx'

/** Where one is signed in. */
export const sessionsRoute = page({
  path: '/users/edit/sessions',
  load: ({ api }) => [api.sessions.list.queryOptions()],
  view: () => import('./sessions.page.tsx'),
})
