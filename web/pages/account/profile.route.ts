import { definePage } from '../../app/page.tsx'

/** Name, email and deletion of the account. */
export const profileRoute = definePage({
  path: '/users/edit',
  load: ({ api }) => [api.sessions.me.queryOptions(), api.system.settings.queryOptions()],
  view: () => import('./profile.page.tsx'),
})
