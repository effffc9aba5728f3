import { openPage } from '../../app/page.tsx'
import { flag, words } from '../../app/search.ts'

/** The sign-in page with all configured methods. */
export const signInRoute = openPage({
  path: '/sign-in',
  search: { to: words(2000), sign_in_error: words(60), link_pending: flag() },
  load: ({ api }) => [api.system.settings.queryOptions()],
  view: () => import('./sign-in.page.tsx'),
})
