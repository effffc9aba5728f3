import { definePage } from '../../app/page.tsx'

/** The user's access tokens. */
export const tokensRoute = definePage({
  path: '/users/edit/tokens',
  load: ({ api }) => [api.tokens.list.queryOptions({})],
  view: () => import('./tokens.page.tsx'),
})
