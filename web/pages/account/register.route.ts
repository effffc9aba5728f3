import { definePublicPage } from '../../app/page.tsx'

/** Self-registration, if it is enabled. */
export const registerRoute = definePublicPage({
  path: '/register',
  load: ({ api }) => [api.system.settings.queryOptions()],
  view: () => import('./register.page.tsx'),
})
