import { page } from '../../app/page.tsx'
import { dateField, idField, integerField, textField } from '../../app/search.ts'

const SEARCH = {
  actor_id: idField(),
  project_id: idField(),
  action: textField(100),
  from: dateField(),
  to: dateField(),
  page: integerField(1, 100_000, 1),
}

/** The audit log. */
export const auditsRoute = page({
  path: '/audits',
  search: SEARCH,
  load: ({ api, search }) => [api.audits.list.queryOptions({ ...auditFilter(search), per_page: 50 })],
  view: () => import('./audits.page.tsx'),
})

export interface AuditSearch {
  actor_id: number | null
  project_id: number | null
  action: string
  from: string | null
  to: string | null
  page: number
}

/** Converts the query of an address to the service's filter, without unset fields. */
export function auditFilter({ page: number, ...search }: AuditSearch) {
  const { actor_id: actor, project_id: project, action, from, to } = search
  return {
    page: number,
    ...(actor === null ? {} : { actor_id: actor }),
    ...(project === null ? {} : { project_id: project }),
    ...(action.trim() === '' ? {} : { action: action.trim() }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  }
}
