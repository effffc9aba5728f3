import { page } from '../../app/page.tsx'

/** Access tokens of one's own. */
export const tokensRoute = page({
  path: '/users/edit/tokens',
  load: ({ api }) => [api.tokens.list.queryOptions({})],
  view: () => import('./tokens.page.tsx'),
})
