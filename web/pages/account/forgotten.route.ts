import { openPage } from '../../app/page.tsx'
import { oneOf, words } from '../../app/search.ts'

/** Asking for a mail: a new password, the confirmation again, or the unlock link. */
export const forgottenRoute = openPage({
  path: '/forgotten',
  search: { what: oneOf(['password', 'confirmation', 'unlock'], 'password'), email: words(255) },
  load: ({ api }) => [api.system.settings.queryOptions()],
  view: () => import('./forgotten.page.tsx'),
})
