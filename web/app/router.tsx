import { createRoute, createRouter } from '@tanstack/react-router'
import { accountRoutes } from '../pages/account/routes.ts'
import { adminRoutes } from '../pages/admin/routes.ts'
import { authoringRoutes } from '../pages/authoring/routes.ts'
import { commentRoutes } from '../pages/comments/routes.ts'
import { componentRoutes } from '../pages/components/routes.ts'
import { controlsRoute } from '../pages/controls/controls.route.ts'
import { guideRoutes } from '../pages/guides/routes.ts'
import { historyRoutes } from '../pages/history/routes.ts'
import { homeRoute } from '../pages/home/home.route.ts'
import { welcomeRoute } from '../pages/home/welcome.route.ts'
import { moveInRoute } from '../pages/interchange/vulcan.route.ts'
import { projectRoutes } from '../pages/projects/routes.ts'
import { relocationsRoute } from '../pages/relocations/relocations.route.ts'
import { searchRoute } from '../pages/search/search.route.ts'
import { triageRoutes } from '../pages/triage/routes.ts'
import { open, rootRoute, signedIn } from './page.tsx'
import { openReturnPage } from './return-page.ts'
import { parseQuery, toQueryString } from './search.ts'
import { Failed, LoadingPage, Missing } from './states.tsx'

/** How long the previous page stays while the next one loads, before a skeleton replaces it. */
const PENDING_MS = 150
const FIRST_PENDING_MS = 20

/** The page for an unknown address, with the bars. */
const elsewhere = createRoute({ getParentRoute: () => signedIn, path: '$', component: Missing })

/** The route table: each page of the web application, by area. */
const routeTree = rootRoute.addChildren([
  open.addChildren([...accountRoutes.open]),
  signedIn.addChildren([
    homeRoute,
    welcomeRoute,
    searchRoute,
    ...projectRoutes,
    moveInRoute,
    ...componentRoutes,
    ...historyRoutes,
    ...authoringRoutes,
    ...guideRoutes,
    controlsRoute,
    relocationsRoute,
    ...commentRoutes,
    ...triageRoutes,
    ...accountRoutes.signedIn,
    ...adminRoutes,
    elsewhere,
  ]),
])

openReturnPage()

export const router = createRouter({
  routeTree,
  basepath: '/app',
  parseSearch: parseQuery,
  stringifySearch: toQueryString,
  // The first page has no previous page to show while it loads.
  defaultPendingMs: FIRST_PENDING_MS,
  defaultPendingMinMs: 0,
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: Failed,
  defaultNotFoundComponent: Missing,
  // The query cache decides on the freshness of prefetched data, not the router.
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
})

const stopped = router.subscribe('onResolved', () => {
  router.options.defaultPendingMs = PENDING_MS
  stopped()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
