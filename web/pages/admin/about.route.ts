import { definePage } from '../../app/page.tsx'

/** Version, runtime and the licenses of the libraries. */
export const aboutRoute = definePage({
  path: '/administration/about',
  load: ({ api }) => [api.system.version.queryOptions()],
  view: () => import('./about.page.tsx'),
})
