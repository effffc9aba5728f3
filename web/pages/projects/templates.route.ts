import { definePage } from '../../app/page.tsx'

/** The response templates of a project. */
export const templatesRoute = definePage({
  path: '/projects/$id/templates',
  load: ({ api, params }) => [
    api.projects.show.queryOptions(params),
    api.responseTemplates.list.queryOptions({ projectId: params.id }),
  ],
  view: () => import('./templates.page.tsx'),
})
