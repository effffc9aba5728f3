import { page } from '../../app/page.tsx'
import { enumField, textField } from '../../app/search.ts'

export const USER_STATES = ['active', 'locked', 'admin'] as const

/** All users, with search and a state filter. */
export const usersRoute = page({
  path: '/users',
  search: { q: textField(200), state: enumField(USER_STATES, null) },
  load: ({ api }) => [api.users.list.queryOptions({})],
  view: () => import('./users.page.tsx'),
})
