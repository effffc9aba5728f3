import { page } from '../../app/page.tsx'
import { flagField } from '../../app/search.ts'

/** "My work": the user's open work and projects. */
export const homeRoute = page({
  path: '/',
  search: { linked: flagField() },
  load: ({ api }) => [
    api.projects.list.queryOptions({}),
    api.system.navigation.queryOptions(),
    api.watches.list.queryOptions(),
  ],
  prefetch: async () => (await import('./inbox.ts')).prefetchInbox(),
  view: () => import('./home.page.tsx'),
})
