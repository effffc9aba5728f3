import { TRIAGE_STATUSES } from '../../../src/vocabulary.ts'
import { page } from '../../app/page.tsx'
import { enumField, integerField } from '../../app/search.ts'
import { toOwnCommentsInput } from './mine-query.ts'

/** A person's comments and their outcomes. */
export const mineRoute = page({
  path: '/users/$id/comments',
  search: { triage_status: enumField(TRIAGE_STATUSES, null), page: integerField(1, 10_000, 1) },
  load: ({ api, params, search }) => [api.reviews.ofUser.queryOptions(toOwnCommentsInput(params.id, search))],
  view: () => import('./mine.page.tsx'),
})
