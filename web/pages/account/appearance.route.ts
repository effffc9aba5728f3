import { page } from '../../app/page.tsx'

/** Appearance settings of this browser. */
export const appearanceRoute = page({
  path: '/users/edit/appearance',
  view: () => import('./appearance.page.tsx'),
})
