import { page } from '../../app/page.tsx'
import { id, words } from '../../app/search.ts'

/** The reference of NIST SP 800-53 controls and CCIs; `control` is the one that is open. */
export const controlsRoute = page({
  path: '/controls',
  search: { q: words(64), control: words(32), component_id: id(), project_id: id() },
  load: ({ api, search }) => [api.controls.list.queryOptions(scopeOf(search))],
  view: () => import('./controls.page.tsx'),
})

interface Scope {
  component_id: number | null
  project_id: number | null
}

/** The place to which an address narrows the reference, as the service takes it. */
export function scopeOf({ component_id: componentId, project_id: projectId }: Scope) {
  return {
    ...(componentId === null ? {} : { component_id: componentId }),
    ...(projectId === null ? {} : { project_id: projectId }),
  }
}
