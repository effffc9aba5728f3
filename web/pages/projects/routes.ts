import { membersRoute } from './members.route.ts'
import { newComponentRoute } from './new-component.route.ts'
import { projectRoute } from './project.route.ts'
import { projectsRoute } from './projects.route.ts'
import { projectSettingsRoute } from './settings.route.ts'
import { templatesRoute } from './templates.route.ts'

/** Pages about projects and their members. */
export const projectRoutes = [
  projectsRoute,
  projectRoute,
  membersRoute,
  projectSettingsRoute,
  newComponentRoute,
  templatesRoute,
] as const
