import { page } from '../../app/page.tsx'

/** Version, runtime and the licenses of the libraries. */
export const aboutRoute = page({
  path: '/administration/about',
  load: ({ api }) => [api.system.version.queryOptions()],
  view: () => import('./about.page.tsx'),
})
