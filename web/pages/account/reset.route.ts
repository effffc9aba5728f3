import { definePublicPage } from '../../app/page.tsx'
import { createTextField } from '../../app/search.ts'

/** Sets a new password with an emailed link. */
export const resetRoute = definePublicPage({
  path: '/users/password/edit',
  search: { reset_password_token: createTextField(1024) },
  load: ({ api }) => [api.system.settings.queryOptions()],
  view: () => import('./reset.page.tsx'),
})
