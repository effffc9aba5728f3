import { page } from '../../app/page.tsx'

/** How the workbench looks in this browser. */
export const appearanceRoute = page({
  path: '/users/edit/appearance',
  view: () => import('./appearance.page.tsx'),
})
