import { definePage } from '../../app/page.tsx'

/** Imports a project from Vulcan, or from another instance of this service. */
export const moveInRoute = definePage({
  path: '/projects/create_from_backup',
  view: () => import('./vulcan.page.tsx'),
})
