import { openPage } from '../../app/page.tsx'

/** An account of one's own, where that is switched on. */
export const registerRoute = openPage({
  path: '/register',
  load: ({ api }) => [api.system.settings.queryOptions()],
  view: () => import('./register.page.tsx'),
})
