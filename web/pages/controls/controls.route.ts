import { page } from '../../app/page.tsx'
import { idField, textField } from '../../app/search.ts'

/** The reference of NIST SP 800-53 controls and CCIs; `control` is the one that is open. */
export const controlsRoute = page({
  path: '/controls',
  search: { q: textField(64), control: textField(32), component_id: idField(), project_id: idField() },
  load: ({ api, search }) => [api.controls.list.queryOptions(toScope(search))],
  view: () => import('./controls.page.tsx'),
})

interface Scope {
  component_id: number | null
  project_id: number | null
}

/** Converts the query of an address to the service's scope: a component, a project, or everything. */
export function toScope({ component_id: componentId, project_id: projectId }: Scope) {
  return {
    ...(componentId === null ? {} : { component_id: componentId }),
    ...(projectId === null ? {} : { project_id: projectId }),
  }
}
