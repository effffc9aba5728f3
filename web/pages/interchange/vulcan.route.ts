import { page } from '../../app/page.tsx'

/** Moving a project in from Vulcan, or from another service like this one. */
export const moveInRoute = page({
  path: '/projects/create_from_backup',
  view: () => import('./vulcan.page.tsx'),
})
