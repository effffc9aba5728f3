import { page } from '../../app/page.tsx'

/** A new password for oneself. */
export const passwordRoute = page({
  path: '/users/edit/password',
  load: ({ api }) => [api.identities.mine.queryOptions(), api.system.settings.queryOptions()],
  view: () => import('./password.page.tsx'),
})
