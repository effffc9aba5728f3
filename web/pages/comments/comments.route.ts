import { definePage } from '../../app/page.tsx'
import { createEnumField, createIdField, createTextField } from '../../app/search.ts'
import { createFirstRequirementsQuery } from '../authoring/requirements.ts'

/** Reading a component and commenting on it. */
export const commentsRoute = definePage({
  path: '/components/$id/comments',
  search: {
    rule_id: createIdField(),
    comment: createIdField(),
    q: createTextField(200),
    show: createEnumField(['all', 'commented'], 'all'),
  },
  load: ({ api, params }) => [
    api.components.summary.queryOptions({ id: params.id }),
    api.components.workflowState.queryOptions({ id: params.id }),
    createFirstRequirementsQuery(params.id),
  ],
  view: () => import('./comments.page.tsx'),
})
