import { page } from '../../app/page.tsx'
import { enumField, integerField } from '../../app/search.ts'

export const STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** Jobs of all users. */
export const jobsRoute = page({
  path: '/administration/jobs',
  search: { state: enumField(STATES, null), page: integerField(1, 10_000, 1) },
  load: ({ api, search }) => [api.administration.jobs.queryOptions(jobFilter(search))],
  view: () => import('./jobs.page.tsx'),
})

/** The query of an address. */
export function jobFilter({ state, page: number }: { state: (typeof STATES)[number] | null; page: number }) {
  return { page: number, per_page: 50, ...(state === null ? {} : { state }) }
}
