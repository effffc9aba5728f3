import { definePage } from '../../app/page.tsx'

/** One user: profile, access, sessions and tokens. */
export const userRoute = definePage({
  path: '/users/$id',
  load: ({ api, params: { id } }) => [
    api.users.list.queryOptions({}),
    api.users.listSessions.queryOptions({ userId: id }),
    api.tokens.list.queryOptions({ user_id: id }),
  ],
  view: () => import('./user.page.tsx'),
})
