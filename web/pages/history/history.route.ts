import { definePage } from '../../app/page.tsx'
import { createIdField, createEnumField } from '../../app/search.ts'

export const COMPARED_FIELDS = ['title', 'vuln_discussion', 'check', 'fix'] as const
export type ComparedField = (typeof COMPARED_FIELDS)[number]

/** The versions of a component, and what changed since another one. */
export const historyRoute = definePage({
  path: '/components/$id/history',
  search: { base: createIdField(), field: createEnumField(COMPARED_FIELDS, null) },
  load: ({ api, params }) => [
    api.components.summary.queryOptions(params),
    api.components.workflowState.queryOptions(params),
    api.components.histories.queryOptions(params),
  ],
  view: () => import('./history.page.tsx'),
})
