import { definePage } from '../../app/page.tsx'
import { createIdField, createTextField } from '../../app/search.ts'

/** The reference of NIST SP 800-53 controls and CCIs; `control` is the one that is open. */
export const controlsRoute = definePage({
  path: '/controls',
  search: {
    q: createTextField(64),
    control: createTextField(32),
    component_id: createIdField(),
    project_id: createIdField(),
  },
  load: ({ api, search }) => [api.controls.list.queryOptions(toScope(search))],
  view: () => import('./controls.page.tsx'),
})

interface Scope {
  component_id: number | null
  project_id: number | null
}

/** The component or project that requests are limited to. */
export type ControlScope = ReturnType<typeof toScope>

/** Converts the query of an address to the service's scope: a component, a project, or everything. */
export function toScope({ component_id: componentId, project_id: projectId }: Scope) {
  return {
    ...(componentId === null ? {} : { component_id: componentId }),
    ...(projectId === null ? {} : { project_id: projectId }),
  }
}
