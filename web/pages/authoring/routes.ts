import { requirementRoute } from './requirement.route.ts'
import { requirementsRoute } from './requirements.route.ts'

export const authoringRoutes = [requirementsRoute, requirementRoute]
