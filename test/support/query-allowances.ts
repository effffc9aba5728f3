/** Statements of a read: the session, the standing on the record, and what is read. */
export const READ_BUDGET = 6

/** Statements of a write: session, standing, locks, the change, its audit, and the record that is answered. */
export const WRITE_BUDGET = 14

/** Operations that need more, each with its number. */
export const ALLOWANCES: Record<string, number> = {
  'GET /components/{id}': 13,
  'GET /components/{id}/{displayedName}': 14,
  'GET /projects/{id}': 11,
  'GET /api/search/global': 10,
  'POST /reviews/{reviewId}/accept_and_edit': 20,
  'POST /rule_satisfactions': 17,
  'DELETE /rule_satisfactions/{ruleId}': 19,
  'POST /rules/{ruleId}/revert': 15,
  'POST /requirement_relocations/{id}/accept': 30,
  'POST /requirement_relocations/{id}/dry_run': 16,
  'PATCH /memberships/{id}': 15,
  'PUT /memberships/{id}': 15,
  'POST /components/{componentId}/rules': 16,
  'POST /projects/{projectId}/components': 15,
}
