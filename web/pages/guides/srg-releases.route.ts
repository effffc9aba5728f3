import { definePage } from '../../app/page.tsx'

/** All releases of the line of one SRG. */
export const srgReleasesRoute = definePage({
  path: '/srgs/$id/releases',
  load: ({ api }) => [api.srgs.list.queryOptions({})],
  view: () => import('./srg-releases.page.tsx'),
})
