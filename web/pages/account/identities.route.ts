import { definePage } from '../../app/page.tsx'

/** The providers that the user can sign in with. */
export const identitiesRoute = definePage({
  path: '/users/edit/identities',
  load: ({ api }) => [api.identities.mine.queryOptions(), api.system.settings.queryOptions()],
  view: () => import('./identities.page.tsx'),
})
