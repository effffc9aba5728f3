import { openPage } from '../../app/page.tsx'
import { textField } from '../../app/search.ts'

/** Confirms an email address with an emailed link. */
export const confirmationRoute = openPage({
  path: '/users/confirmation',
  search: { confirmation_token: textField(1024) },
  view: () => import('./confirmation.page.tsx'),
})
