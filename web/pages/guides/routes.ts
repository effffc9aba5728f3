import { srgCompareRoute } from './srg-compare.route.ts'
import { srgReleasesRoute } from './srg-releases.route.ts'
import { srgRoute } from './srg.route.ts'
import { srgsRoute } from './srgs.route.ts'
import { stigCompareRoute } from './stig-compare.route.ts'
import { stigReleasesRoute } from './stig-releases.route.ts'
import { stigRoute } from './stig.route.ts'
import { stigsRoute } from './stigs.route.ts'

/** Pages about the catalog of guides. */
export const guideRoutes = [
  srgsRoute,
  srgCompareRoute,
  srgRoute,
  srgReleasesRoute,
  stigsRoute,
  stigCompareRoute,
  stigRoute,
  stigReleasesRoute,
] as const
