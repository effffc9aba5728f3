import { page } from '../../app/page.tsx'

/** All releases of the line of one SRG. */
export const srgReleasesRoute = page({
  path: '/srgs/$id/releases',
  load: ({ api }) => [api.srgs.list.queryOptions({})],
  view: () => import('./srg-releases.page.tsx'),
})
