import { definePage } from '../../app/page.tsx'

/** Appearance settings of this browser. */
export const appearanceRoute = definePage({
  path: '/users/edit/appearance',
  view: () => import('./appearance.page.tsx'),
})
