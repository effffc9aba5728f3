import { openPage } from '../../app/page.tsx'
import { words } from '../../app/search.ts'

/** Confirming an address, by the link of a mail. */
export const confirmationRoute = openPage({
  path: '/users/confirmation',
  search: { confirmation_token: words(1024) },
  view: () => import('./confirmation.page.tsx'),
})
