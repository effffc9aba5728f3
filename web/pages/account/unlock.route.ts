import { openPage } from '../../app/page.tsx'
import { words } from '../../app/search.ts'

/** Unlocking an account, by the link of a mail. */
export const unlockRoute = openPage({
  path: '/users/unlock',
  search: { unlock_token: words(1024) },
  view: () => import('./unlock.page.tsx'),
})
