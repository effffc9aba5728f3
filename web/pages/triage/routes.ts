import { projectTriageRoute } from './project.route.ts'
import { triageRoute } from './triage.route.ts'

/** The routes of the triage pages. */
export const triageRoutes = [triageRoute, projectTriageRoute] as const
