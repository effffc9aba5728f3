import { srgRoute } from './srg.route.ts'
import { srgsRoute } from './srgs.route.ts'
import { stigRoute } from './stig.route.ts'
import { stigsRoute } from './stigs.route.ts'

/** Pages about the catalog of guides. */
export const guideRoutes = [srgsRoute, srgRoute, stigsRoute, stigRoute] as const
