import { componentRoute } from './overview.route.ts'
import { readinessRoute } from './readiness.route.ts'
import { releasedRoute } from './released.route.ts'
import { componentSettingsRoute } from './settings.route.ts'

/** Pages about components as a whole. */
export const componentRoutes = [
  releasedRoute,
  componentRoute,
  readinessRoute,
  componentSettingsRoute,
] as const
