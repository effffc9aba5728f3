import { definePage } from '../../app/page.tsx'

/** "My work": the user's open work and projects. */
export const homeRoute = definePage({
  path: '/',
  load: ({ api }) => [
    api.projects.list.queryOptions({}),
    api.system.navigation.queryOptions(),
    api.watches.list.queryOptions(),
  ],
  prefetch: async () => (await import('./inbox.ts')).prefetchInbox(),
  view: () => import('./home.page.tsx'),
})
