import { definePage } from '../../app/page.tsx'
import { createEnumField } from '../../app/search.ts'

export const RELOCATION_STATES = ['open', 'accepted', 'declined'] as const

/** Proposals to move authored requirements to another technology. */
export const relocationsRoute = definePage({
  path: '/requirement_relocations',
  search: { state: createEnumField(RELOCATION_STATES, 'open') },
  load: ({ api }) => [api.relocations.list.queryOptions({})],
  view: () => import('./relocations.page.tsx'),
})
