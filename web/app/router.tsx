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
import { parseQuery, queryOf } from './search.ts'
import { Failed, LoadingPage, Missing } from './states.tsx'

/** For how long a page stays while the next one is on its way, before a skeleton takes its place. */
const PENDING_MS = 150
const FIRST_PENDING_MS = 20

/** An address that no page has, within the bars. */
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

export const router = createRouter({
  routeTree,
  basepath: '/app',
  parseSearch: parseQuery,
  stringifySearch: queryOf,
  // The first page has nothing to stay on while it is read, once it is known who is signed in.
  defaultPendingMs: FIRST_PENDING_MS,
  defaultPendingMinMs: 0,
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: Failed,
  defaultNotFoundComponent: Missing,
  // What is read ahead is as fresh as the query cache says, not as the router thinks.
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
