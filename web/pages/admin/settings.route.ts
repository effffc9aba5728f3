import { definePage } from '../../app/page.tsx'
import { createEnumField, createTextField } from '../../app/search.ts'

export const SETTING_GROUPS = ['given', 'limits'] as const

/** The effective settings. */
export const settingsRoute = definePage({
  path: '/administration/settings',
  search: { q: createTextField(200), show: createEnumField(SETTING_GROUPS, null) },
  load: ({ api }) => [api.administration.settings.queryOptions()],
  view: () => import('./settings.page.tsx'),
})
