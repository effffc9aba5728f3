import { createFromBackup } from './backup/create-from-backup.ts'
import { importBackup } from './backup/import-backup.ts'
import { create, list, search } from './collection.ts'
import { projectSeries } from './comment-series.ts'
import { ofProject } from './comments.ts'
import { create as createComponent } from './components.ts'
import * as live from './events.ts'
import { exportProject } from './export.ts'
import { commentFigures } from './figures/comment-figures.ts'
import { progress } from './figures/progress.ts'
import { projectStats } from './figures/stats.ts'
import * as saved from './filters/saved-filters.ts'
import { histories } from './histories.ts'
import { confirm } from './invitations/confirm.ts'
import * as invitation from './invitations/project-invitations.ts'
import * as accessRequest from './project-access-requests.ts'
import { destroy, show, update } from './record.ts'
import * as templates from './triage-response-templates.ts'
import { projectTriageSummary } from './triage-summary.ts'
import { projectWorkload } from './triage-workload.ts'

export const reviews = { ofProject, projectSeries, projectWorkload, projectTriageSummary }

export const events = { projectStream: live.projectStream, ofProject: live.ofProject }

export const responseTemplates = {
  list: templates.list,
  create: templates.create,
  update: templates.update,
  remove: templates.remove,
}

/** Projects: listing, creating, changing and deleting (rule A-60). */
export const projects = {
  list,
  search,
  show,
  create,
  update,
  destroy,
  histories,
  export: exportProject,
  progress,
  commentFigures,
  importBackup,
  createFromBackup,
}

/** Requests to join a project (rule A-65). */
export const accessRequests = { create: accessRequest.create, destroy: accessRequest.destroy }

/** Memberships from archives, until they are confirmed or declined (rule A-83). */
export const invitations = { list: invitation.list, confirm, decline: invitation.decline }

/** Components of a project: creation, and statistics of all (rule C-34). */
export const components = { create: createComponent, projectStats }

/** Saved filters of a project's lists (rule R-65). */
export const savedFilters = {
  ofProject: saved.list,
  createInProject: saved.create,
  updateInProject: saved.update,
  removeFromProject: saved.remove,
}
