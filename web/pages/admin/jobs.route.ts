import { definePage } from '../../app/page.tsx'
import { createEnumField, createIntegerField } from '../../app/search.ts'

export const STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** Jobs of all users. */
export const jobsRoute = definePage({
  path: '/administration/jobs',
  search: { state: createEnumField(STATES, null), page: createIntegerField(1, 10_000, 1) },
  load: ({ api, search }) => [api.administration.jobs.queryOptions(toJobFilter(search))],
  view: () => import('./jobs.page.tsx'),
})

/** The query of an address. */
export function toJobFilter({
  state,
  page: number,
}: {
  state: (typeof STATES)[number] | null
  page: number
}) {
  return { page: number, per_page: 50, ...(state === null ? {} : { state }) }
}
