import { oneOf, whole } from '../../app/search.ts'
import { page } from '../../app/page.tsx'
import { TRIAGE_STATUSES } from '../../../src/vocabulary.ts'

/** What somebody commented, and what became of it. */
export const mineRoute = page({
  path: '/users/$id/comments',
  search: { triage_status: oneOf(TRIAGE_STATUSES, null), page: whole(1, 10_000, 1) },
  load: ({ api, params, search }) => [api.reviews.ofUser.queryOptions(mine(params.id, search))],
  view: () => import('./mine.page.tsx'),
})

/** What is asked of the service for an address. */
export function mine(
  id: number,
  { triage_status, page: number }: { triage_status: (typeof TRIAGE_STATUSES)[number] | null; page: number },
) {
  return { id, page: number, per_page: 50, ...(triage_status === null ? {} : { triage_status }) }
}
