import { definePage } from '../../app/page.tsx'
import { createDateField, createIdField, createIntegerField, createTextField } from '../../app/search.ts'

const SEARCH = {
  actor_id: createIdField(),
  action: createTextField(100),
  from: createDateField(),
  to: createDateField(),
  page: createIntegerField(1, 100_000, 1),
}

/** The audit log. */
export const auditsRoute = definePage({
  path: '/audits',
  search: SEARCH,
  load: ({ api, search }) => [api.audits.list.queryOptions({ ...toAuditFilter(search), per_page: 50 })],
  view: () => import('./audits.page.tsx'),
})

export interface AuditSearch {
  actor_id: number | null
  action: string
  from: string | null
  to: string | null
  page: number
}

/** Converts the query of an address to the service's filter, without unset fields. */
export function toAuditFilter({ page: number, ...search }: AuditSearch) {
  const { actor_id: actor, action, from, to } = search
  return {
    page: number,
    ...(actor === null ? {} : { actor_id: actor }),
    ...(action.trim() === '' ? {} : { action: action.trim() }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  }
}
