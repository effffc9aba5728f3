import { openPage } from '../../app/page.tsx'
import { textField } from '../../app/search.ts'

/** The terms of use, shown before all other pages. */
export const consentRoute = openPage({
  path: '/consent',
  search: { to: textField(2000) },
  load: ({ api }) => [api.system.settings.queryOptions()],
  view: () => import('./consent.page.tsx'),
})
