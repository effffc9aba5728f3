import { definePublicPage } from '../../app/page.tsx'
import { createFlagField, createTextField } from '../../app/search.ts'

/** The sign-in page with all configured methods. */
export const signInRoute = definePublicPage({
  path: '/sign-in',
  search: { to: createTextField(2000), sign_in_error: createTextField(60), link_pending: createFlagField() },
  load: ({ api }) => [api.system.settings.queryOptions()],
  view: () => import('./sign-in.page.tsx'),
})
