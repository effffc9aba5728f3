/** Tables that a rejected request of an operation changes as intended. */
export const TOUCHED: Record<string, string[]> = {
  'POST /api/auth/login': ['audit_entries', 'users'],
  'POST /personal_access_tokens': ['audit_entries', 'users'],
}

/** Statuses where the contract departs from the rule, by operation and field. */
export const EXCEPTIONS: Record<string, Record<string, number[]>> = {
  // A missing or blank field counts as a failed sign-in.
  'POST /api/auth/login': {
    email: [401, 422],
    password: [401, 422],
    'without email': [401],
    'without password': [401],
  },
  'GET /api/users/search': { membership_type: [404] },
  'GET /api/audits/export/{type}': { type: [400, 404] },
  'GET /components/{id}/export/{type}': { type: [400, 404], mode: [400, 422] },
  'GET /components/bulk_export/{type}': { type: [400, 404], mode: [400, 422], component_ids: [400, 422] },
  'GET /projects/{id}/export/{type}': { type: [400, 404], mode: [400, 422] },
  'GET /srgs/{id}/export/{type}': { type: [400, 404] },
  'GET /stigs/{id}/export/{type}': { type: [400, 404] },
  'POST /components/{id}/find': { 'without find': [400] },
  'POST /components/{id}/find_and_replace': { 'without find': [400] },
  'POST /rule_satisfactions': { 'without rule_id': [400], 'without satisfied_by_rule_id': [400] },
  'DELETE /rule_satisfactions/{ruleId}': { 'without satisfied_by_rule_id': [400] },
}

/** Operations that succeed only during a provider sign-in, which test/auth/oidc.test.ts covers. */
export const WITH_PROVIDER = ['POST /users/initiate_link', 'POST /users/complete_link']

/** Endless streams, which have their own tests. */
export const STREAMS = ['GET /components/{componentId}/events', 'GET /projects/{projectId}/events']
