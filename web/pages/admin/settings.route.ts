import { page } from '../../app/page.tsx'
import { enumField, textField } from '../../app/search.ts'

export const SETTING_GROUPS = ['given', 'limits'] as const

/** The effective settings. */
export const settingsRoute = page({
  path: '/administration/settings',
  search: { q: textField(200), show: enumField(SETTING_GROUPS, null) },
  load: ({ api }) => [api.administration.settings.queryOptions()],
  view: () => import('./settings.page.tsx'),
})
