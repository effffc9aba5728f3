import { openPage } from '../../app/page.tsx'
import { flagField, textField } from '../../app/search.ts'

/** The sign-in page with all configured methods. */
export const signInRoute = openPage({
  path: '/sign-in',
  search: { to: textField(2000), sign_in_error: textField(60), link_pending: flagField() },
  load: ({ api }) => [api.system.settings.queryOptions()],
  view: () => import('./sign-in.page.tsx'),
})
