import { copyRoute } from './copy.route.ts'
import { deletedRoute } from './deleted.route.ts'
import { componentRoute } from './overview.route.ts'
import { readinessRoute } from './readiness.route.ts'
import { rebaseRoute } from './rebase/rebase.route.ts'
import { releasedRoute } from './released.route.ts'
import { componentSettingsRoute } from './settings.route.ts'

/** Pages about components, not about their requirements. */
export const componentRoutes = [
  releasedRoute,
  componentRoute,
  readinessRoute,
  componentSettingsRoute,
  deletedRoute,
  copyRoute,
  rebaseRoute,
] as const
