import { definePublicPage } from '../../app/page.tsx'
import { createEnumField, createTextField } from '../../app/search.ts'

/** Requests an email: password reset, confirmation or unlock. */
export const forgottenRoute = definePublicPage({
  path: '/forgotten',
  search: {
    what: createEnumField(['password', 'confirmation', 'unlock'], 'password'),
    email: createTextField(255),
  },
  load: ({ api }) => [api.system.settings.queryOptions()],
  view: () => import('./forgotten.page.tsx'),
})
