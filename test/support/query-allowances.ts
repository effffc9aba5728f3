/** Statements of a read: the session, the effective access to the record, and the data. */
export const READ_BUDGET = 6

/** Statements of a write: session, effective access, locks, change, audit entry, and the returned record. */
export const WRITE_BUDGET = 14

/** Operations with another budget, each with its number. */
export const ALLOWANCES: Record<string, number> = {
  'GET /projects': 3,
  'GET /projects/{id}': 3,
  'GET /api/search/global': 4,
  'GET /api/search/comments': 2,
  'GET /api/search/controls': 2,
  // Four figures, the revisions of the components for three of them, and the domains of the commenters.
  'GET /api/projects/comment_figures': 10,
  // Two figures, the revisions of the components for both, and the domains of the commenters.
  'GET /components/{componentId}/triage_workload': 6,
  'GET /projects/{projectId}/triage_workload': 7,
  'GET /rules/{ruleId}': 3,
  'GET /api/components/{id}/readiness': 3,
  'GET /api/components/{id}/header': 3,
  'GET /projects/{projectId}/comments': 3,
  'GET /components/{componentId}/comments': 3,
  'GET /components/{id}/{displayedName}': 7,
  'PATCH /components/{componentId}/rules/bulk_update': 15,
  'POST /reviews/{reviewId}/accept_and_edit': 18,
  'PATCH /rules/{ruleId}': 12,
  'PUT /rules/{ruleId}': 12,
  'POST /rules/{ruleId}/revert': 13,
  'POST /components/{id}/find_and_replace': 13,
  'POST /rule_satisfactions': 13,
  'DELETE /rule_satisfactions/{ruleId}': 15,
  'POST /requirement_relocations/{id}/accept': 22,
  'POST /requirement_relocations/{id}/dry_run': 16,
  'POST /components/{componentId}/rules': 13,
  // Compares two releases, then saves requirements with their parts, the source set and the undo data.
  'POST /components/{id}/rebase': 36,
  'POST /components/{componentId}/undo_rebase': 28,
  'POST /components/{id}/release': 15,
  'POST /projects/{projectId}/components': 15,
  'POST /projects/create_from_backup': 15,
  // Access is checked before and under the lock. One statement reads the texts that distinguish requirements of one SRG id.
  'PATCH /components/{id}/apply_spreadsheet_update': 17,
  'GET /projects/{id}/export/{type}': 7,
}
