import { openPage } from '../../app/page.tsx'
import { textField } from '../../app/search.ts'

/** Sets a new password with an emailed link. */
export const resetRoute = openPage({
  path: '/users/password/edit',
  search: { reset_password_token: textField(1024) },
  load: ({ api }) => [api.system.settings.queryOptions()],
  view: () => import('./reset.page.tsx'),
})
