import { definePage } from '../../app/page.tsx'
import { createFlagField, createTextField } from '../../app/search.ts'

/** The providers that the user can sign in with. */
export const identitiesRoute = definePage({
  path: '/users/edit/identities',
  search: { linked: createFlagField(), sign_in_error: createTextField(60) },
  load: ({ api }) => [api.identities.mine.queryOptions(), api.system.settings.queryOptions()],
  view: () => import('./identities.page.tsx'),
})
