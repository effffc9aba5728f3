import { openPage } from '../../app/page.tsx'
import { enumField, words } from '../../app/search.ts'

/** Requests an email: password reset, confirmation or unlock. */
export const forgottenRoute = openPage({
  path: '/forgotten',
  search: { what: enumField(['password', 'confirmation', 'unlock'], 'password'), email: words(255) },
  load: ({ api }) => [api.system.settings.queryOptions()],
  view: () => import('./forgotten.page.tsx'),
})
