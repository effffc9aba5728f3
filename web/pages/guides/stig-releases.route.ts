import { definePage } from '../../app/page.tsx'

/** All releases of the line of one STIG. */
export const stigReleasesRoute = definePage({
  path: '/stigs/$id/releases',
  load: ({ api }) => [api.stigs.list.queryOptions({})],
  view: () => import('./stig-releases.page.tsx'),
})
