import { TRIAGE_STATUSES } from '../../../src/vocabulary.ts'
import { definePage } from '../../app/page.tsx'
import { createEnumField, createIntegerField } from '../../app/search.ts'
import { toOwnCommentsInput } from './mine-query.ts'

/** A person's comments and their outcomes. */
export const mineRoute = definePage({
  path: '/users/$id/comments',
  search: { triage_status: createEnumField(TRIAGE_STATUSES, null), page: createIntegerField(1, 10_000, 1) },
  load: ({ api, params, search }) => [api.reviews.ofUser.queryOptions(toOwnCommentsInput(params.id, search))],
  view: () => import('./mine.page.tsx'),
})
