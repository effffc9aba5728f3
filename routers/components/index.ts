import { bulkExport } from './bulk-export.ts'
import { released } from './collection.ts'
import { commentClusters } from './comments/comment-clusters.ts'
import { componentSeries } from './comments/comment-series.ts'
import { ofComponent } from './comments/comments.ts'
import * as live from './comments/events.ts'
import { redactDestroyed } from './comments/redact.ts'
import { createOnComponent } from './comments/reviews.ts'
import { similarComments } from './comments/similar-comments.ts'
import { componentTriageSummary } from './comments/triage-summary.ts'
import { componentWorkload } from './comments/triage-workload.ts'
import { undoBulk } from './comments/undo-decision.ts'
import { exportComponent } from './export.ts'
import * as saved from './filters/saved-filters.ts'
import { header } from './header.ts'
import { applySpreadsheetUpdate } from './interchange/apply-spreadsheet-update.ts'
import { detectSrg } from './interchange/detect-srg.ts'
import { importCommentSheets } from './interchange/import-comment-sheets.ts'
import { importDisposition } from './interchange/import-disposition.ts'
import { importInspec } from './interchange/import-inspec.ts'
import { importMarkdown } from './interchange/import-markdown.ts'
import { importReqif } from './interchange/import-reqif.ts'
import { previewSpreadsheetUpdate } from './interchange/preview-spreadsheet-update.ts'
import { move } from './move/move.ts'
import { readiness } from './readiness.ts'
import { remove, show, showByName, update } from './record.ts'
import { release } from './release.ts'
import { changes } from './revisions/changes.ts'
import { compare } from './revisions/compare.ts'
import { histories } from './revisions/histories.ts'
import { history } from './revisions/history.ts'
import { lastRebase } from './revisions/last-rebase.ts'
import { latest } from './revisions/latest.ts'
import { rebase } from './revisions/rebase.ts'
import { related } from './revisions/related.ts'
import { undoRebase } from './revisions/undo-rebase.ts'
import { bulkUpdate } from './rules/bulk-update.ts'
import { deleted } from './rules/deleted.ts'
import { findAndReplace } from './rules/find-and-replace.ts'
import { find } from './rules/find.ts'
import { lockSections } from './rules/lock-sections.ts'
import { lock } from './rules/lock.ts'
import { picker } from './rules/rules-picker.ts'
import { create, list } from './rules/rules.ts'
import { undoBulkUpdate } from './rules/undo-bulk-update.ts'
import { unlock } from './rules/unlock.ts'
import { srgCoverage } from './srg-coverage.ts'
import { stats } from './stats.ts'
import { summary } from './summary.ts'
import { workflowState } from './workflow-state.ts'

export const reviews = {
  createOnComponent,
  ofComponent,
  componentSeries,
  componentWorkload,
  componentTriageSummary,
  redactDestroyed,
  similarComments,
  commentClusters,
  undoBulk,
}

export const events = { componentStream: live.componentStream, ofComponent: live.ofComponent }

/** Components: documents written inside projects (rule C-34). */
export const components = {
  bulkExport,
  export: exportComponent,
  applySpreadsheetUpdate,
  changes,
  compare,
  detectSrg,
  find,
  header,
  histories,
  history,
  importCommentSheets,
  importDisposition,
  importInspec,
  importMarkdown,
  importReqif,
  lastRebase,
  latest,
  lock,
  unlock,
  lockSections,
  move,
  readiness,
  previewSpreadsheetUpdate,
  rebase,
  related,
  release,
  released,
  remove,
  show,
  showByName,
  srgCoverage,
  stats,
  summary,
  undoRebase,
  update,
  workflowState,
}

/** The requirements of a component (rule C-44). */
export const rules = { bulkUpdate, create, deleted, findAndReplace, list, picker, undoBulkUpdate }

/** Saved filters of a component's lists (rule R-65). */
export const savedFilters = {
  ofComponent: saved.list,
  createInComponent: saved.create,
  updateInComponent: saved.update,
  removeFromComponent: saved.remove,
}
