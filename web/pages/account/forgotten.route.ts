import { openPage } from '../../app/page.tsx'
import { enumField, textField } from '../../app/search.ts'

/** Requests an email: password reset, confirmation or unlock. */
export const forgottenRoute = openPage({
  path: '/forgotten',
  search: { what: enumField(['password', 'confirmation', 'unlock'], 'password'), email: textField(255) },
  load: ({ api }) => [api.system.settings.queryOptions()],
  view: () => import('./forgotten.page.tsx'),
})
