import { projectTriageRoute } from './project.route.ts'
import { triageRoute } from './triage.route.ts'

/** Pages where comments are decided on. */
export const triageRoutes = [triageRoute, projectTriageRoute] as const
