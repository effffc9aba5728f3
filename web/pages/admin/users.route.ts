import { definePage } from '../../app/page.tsx'
import { createEnumField, createTextField } from '../../app/search.ts'

export const USER_STATES = ['active', 'locked', 'admin'] as const

/** All users, with search and a state filter. */
export const usersRoute = definePage({
  path: '/users',
  search: { q: createTextField(200), state: createEnumField(USER_STATES, null) },
  load: ({ api }) => [api.users.list.queryOptions({})],
  view: () => import('./users.page.tsx'),
})
