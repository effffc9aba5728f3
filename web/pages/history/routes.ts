import { activityRoute } from './activity.route.ts'
import { historyRoute } from './history.route.ts'

/** Pages about what changed. */
export const historyRoutes = [historyRoute, activityRoute] as const
