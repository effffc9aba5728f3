import { aboutRoute } from './about.route.ts'
import { auditsRoute } from './audits.route.ts'
import { checksRoute } from './checks.route.ts'
import { jobsRoute } from './jobs.route.ts'
import { referenceDocumentsRoute } from './reference-documents.route.ts'
import { settingsRoute } from './settings.route.ts'
import { userRoute } from './user.route.ts'
import { usersRoute } from './users.route.ts'

/** Pages for system administrators. */
export const adminRoutes = [
  usersRoute,
  userRoute,
  auditsRoute,
  settingsRoute,
  checksRoute,
  jobsRoute,
  referenceDocumentsRoute,
  aboutRoute,
] as const
