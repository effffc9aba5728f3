import { definePublicPage } from '../../app/page.tsx'
import { createTextField } from '../../app/search.ts'

/** Unlocks an account with an emailed link. */
export const unlockRoute = definePublicPage({
  path: '/users/unlock',
  search: { unlock_token: createTextField(1024) },
  view: () => import('./unlock.page.tsx'),
})
