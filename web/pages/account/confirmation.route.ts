import { definePublicPage } from '../../app/page.tsx'
import { createTextField } from '../../app/search.ts'

/** Confirms an email address with an emailed link. */
export const confirmationRoute = definePublicPage({
  path: '/users/confirmation',
  search: { confirmation_token: createTextField(1024) },
  view: () => import('./confirmation.page.tsx'),
})
