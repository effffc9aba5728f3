import { definePage } from '../../app/page.tsx'

/** Changes the user's password. */
export const passwordRoute = definePage({
  path: '/users/edit/password',
  load: ({ api }) => [api.identities.mine.queryOptions(), api.system.settings.queryOptions()],
  view: () => import('./password.page.tsx'),
})
