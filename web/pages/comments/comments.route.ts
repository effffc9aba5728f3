import { page } from '../../app/page.tsx'
import { enumField, idField, textField } from '../../app/search.ts'
import { allRequirementsQuery } from '../authoring/requirements.ts'

/** Reading a component and commenting on it. */
export const commentsRoute = page({
  path: '/components/$id/comments',
  search: {
    rule_id: idField(),
    comment: idField(),
    q: textField(200),
    show: enumField(['all', 'commented'], 'all'),
  },
  load: ({ api, params }) => [
    api.components.summary.queryOptions({ id: params.id }),
    api.components.workflowState.queryOptions({ id: params.id }),
    allRequirementsQuery(params.id),
  ],
  view: () => import('./comments.page.tsx'),
})
