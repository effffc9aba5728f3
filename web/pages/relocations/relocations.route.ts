import { page } from '../../app/page.tsx'
import { enumField } from '../../app/search.ts'

export const RELOCATION_STATES = ['open', 'accepted', 'declined'] as const

/** Proposals to move authored requirements to another technology. */
export const relocationsRoute = page({
  path: '/requirement_relocations',
  search: { state: enumField(RELOCATION_STATES, 'open') },
  load: ({ api }) => [api.relocations.list.queryOptions({})],
  view: () => import('./relocations.page.tsx'),
})
