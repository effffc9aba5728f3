import { definePage } from '../../app/page.tsx'

/** Creates a component from a guide in the catalog. */
export const newComponentRoute = definePage({
  path: '/projects/$id/components/new',
  load: ({ api, params }) => [api.projects.show.queryOptions(params), api.srgs.list.queryOptions({})],
  view: () => import('./new-component.page.tsx'),
})
