import { definePublicPage } from '../../app/page.tsx'
import { createTextField } from '../../app/search.ts'

/** The terms of use, shown before all other pages. */
export const consentRoute = definePublicPage({
  path: '/consent',
  search: { to: createTextField(2000) },
  load: ({ api }) => [api.system.settings.queryOptions()],
  view: () => import('./consent.page.tsx'),
})
