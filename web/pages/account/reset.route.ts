import { openPage } from '../../app/page.tsx'
import { words } from '../../app/search.ts'

/** A new password, by the link of a mail. */
export const resetRoute = openPage({
  path: '/users/password/edit',
  search: { reset_password_token: words(1024) },
  load: ({ api }) => [api.system.settings.queryOptions()],
  view: () => import('./reset.page.tsx'),
})
