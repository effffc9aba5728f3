import { openPage } from '../../app/page.tsx'
import { textField } from '../../app/search.ts'

/** Unlocks an account with an emailed link. */
export const unlockRoute = openPage({
  path: '/users/unlock',
  search: { unlock_token: textField(1024) },
  view: () => import('./unlock.page.tsx'),
})
