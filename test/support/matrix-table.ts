/** One row of the permission matrix (rule A-6): what everyone gets, what a token needs, and where it applies. */
export interface MatrixRow {
  row: string
  /** anonymous, signed in, viewer, author, reviewer, admin, system administrator; D as in rule A-7. */
  cells: string
  /** Operations, `: <what>` for those of the variants; GET needs scope `r`, the others `w`, unless `token` says so. */
  operations: string[]
  token?: 'pub' | 'no'
}

const PUBLIC = 'Y Y Y Y Y Y Y'
const SIGNED_IN = 'U Y Y Y Y Y Y'
const SYSTEM = 'U F F F F F Y'
const VIEWER = 'U D Y Y Y Y Y'
const AUTHOR = 'U D F Y Y Y Y'
const REVIEWER = 'U D F F Y Y Y'
const ADMIN = 'U D F F F Y Y'

/** Every operation under these beginnings stands in a row. */
export const COMPLETE =
  /^\w+ \/(api\/(administration|auth|users|settings|navigation|version|projects)|users|personal_access_tokens|projects(\/\{id\})?(\/histories)?$|projects\/\{projectId\}\/(project_access|project_invitations|triage_response)|memberships|consent)/

/** Rows without operations of their own kind are shown elsewhere: by what lists hold, or in a service's own routes. */
export const MATRIX: MatrixRow[] = [
  {
    row: 'settings, version, consent',
    cells: PUBLIC,
    token: 'pub',
    operations: ['GET /api/settings', 'GET /api/version', 'POST /consent/acknowledge'],
  },
  {
    row: 'sign in; register; request or perform reset; resend confirmation; request unlock',
    cells: PUBLIC,
    token: 'pub',
    operations: [
      'POST /api/auth/login',
      'POST /users',
      'POST /users/password',
      'GET /users/password/edit',
      'PUT /users/password',
      'POST /users/confirmation',
      'GET /users/confirmation',
      'POST /users/unlock',
      'GET /users/unlock',
    ],
  },
  {
    row: 'me, users/edit, logout; own sessions and preferences',
    cells: SIGNED_IN,
    operations: [
      'GET /api/auth/me',
      'GET /users/edit',
      'DELETE /api/auth/logout',
      'GET /users/sessions',
      'GET /users/notification_preferences',
      'PUT /users/notification_preferences',
      'GET /users/watches',
      'PUT /users/watches',
      'PUT /users/presence',
    ],
  },
  {
    row: 'end own sessions (a session of the viewer is asked for)',
    cells: 'U N Y N N N N',
    token: 'no',
    operations: ['DELETE /users/sessions/{id}'],
  },
  {
    row: 'end all other own sessions',
    cells: SIGNED_IN,
    token: 'no',
    operations: ['DELETE /users/sessions'],
  },
  {
    row: 'own profile update; own account deletion',
    cells: SIGNED_IN,
    operations: ['PUT /users', 'PATCH /users', 'DELETE /users'],
  },
  { row: 'list own identities', cells: SIGNED_IN, token: 'no', operations: ['GET /users/identities'] },
  { row: 'link an identity', cells: SIGNED_IN, token: 'no', operations: ['POST /users/initiate_link'] },
  {
    row: 'complete link: open, because the pending link is the credential',
    cells: PUBLIC,
    token: 'pub',
    operations: ['POST /users/complete_link'],
  },
  {
    // Anyone may; the request names an identity that is no one's here, and that is a 404 (rule A-7).
    row: 'unlink an identity',
    cells: 'U N N N N N N',
    token: 'no',
    operations: ['POST /users/unlink_identity'],
  },
  { row: 'navigation', cells: SIGNED_IN, operations: ['GET /api/navigation'] },
  {
    row: 'user list; create, change, lock, unlock user; send reset, end sessions',
    cells: SYSTEM,
    operations: [
      'GET /users',
      'POST /users/admin_create',
      'PATCH /users/{userId}',
      'PUT /users/{userId}',
      'POST /users/{userId}/lock',
      'POST /users/{userId}/unlock',
      'POST /users/{userId}/send_password_reset',
      'DELETE /users/{userId}/sessions',
      'GET /users/{userId}/sessions',
    ],
  },
  {
    row: 'administration: settings, connections, jobs of all users',
    cells: SYSTEM,
    operations: [
      'GET /api/administration/settings',
      'GET /api/administration/checks',
      'GET /api/administration/checks/{part}',
      'GET /api/administration/jobs',
    ],
  },
  {
    row: 'privileged changes of a user, with a proof (rule A-92): delete, set password, reset link',
    cells: SYSTEM,
    token: 'no',
    operations: [
      'DELETE /users/{userId}',
      'POST /users/{userId}/set_password',
      'POST /users/{userId}/generate_reset_link',
    ],
  },
  { row: 'user’s comments list, rows filtered', cells: SIGNED_IN, operations: ['GET /users/{id}/comments'] },
  { row: 'user search, non-members, Project', cells: ADMIN, operations: ['GET /api/users/search'] },
  {
    row: 'user search, non-members, Component',
    cells: ADMIN,
    operations: ['GET /api/users/search: people outside a component'],
  },
  {
    row: 'user search, scope=members',
    cells: VIEWER,
    operations: [
      'GET /api/users/search: members of the project',
      'GET /api/users/search: members of a component',
    ],
  },
  {
    row: 'list own tokens; create token',
    cells: SIGNED_IN,
    token: 'no',
    operations: ['GET /personal_access_tokens', 'POST /personal_access_tokens'],
  },
  {
    // The token is the system administrator's own; that of someone else is a 404 (rule A-7).
    row: 'revoke own token',
    cells: 'U N N N N N Y',
    token: 'no',
    operations: ['DELETE /personal_access_tokens/{id}'],
  },
  {
    row: 'admin-revoke a token',
    cells: SYSTEM,
    token: 'no',
    operations: ['DELETE /personal_access_tokens/{id}/admin_revoke'],
  },
  {
    row: 'list projects, project search by SRG id, global search: rows filtered; create project',
    cells: SIGNED_IN,
    operations: [
      'GET /projects',
      'GET /api/projects',
      'GET /search/projects',
      'GET /search/components',
      'GET /search/rules',
      'GET /api/search/global',
      'POST /projects',
      'POST /projects/create_from_backup',
      'POST /components/detect_srg',
    ],
  },
  {
    row: 'project detail, histories, stats, triage summary, comments; canned replies: list; members: list',
    cells: VIEWER,
    operations: [
      'GET /projects/{id}',
      'GET /projects/{id}/histories',
      'GET /api/projects/{id}/stats',
      'GET /api/projects/{id}/triage_summary',
      'GET /projects/{projectId}/comments',
      'GET /projects/{projectId}/triage_response_templates',
      'GET /projects/{projectId}/events',
      'GET /components/history',
      'GET /memberships',
      'GET /memberships: members of a component',
      'GET /api/audits',
      'GET /api/audits/export/{type}',
    ],
  },
  { row: 'the whole audit trail', cells: SYSTEM, operations: ['GET /api/audits: the whole trail'] },
  {
    row: 'update, delete project; memberships; canned replies: write; create component in project',
    cells: ADMIN,
    operations: [
      'PATCH /projects/{id}',
      'PUT /projects/{id}',
      'DELETE /projects/{id}',
      'POST /projects/{id}/import_backup',
      'POST /memberships',
      'PATCH /memberships/{id}',
      'PUT /memberships/{id}',
      'DELETE /memberships/{id}',
      'POST /memberships: a member of a component',
      'PATCH /memberships/{id}: a member of a component',
      'DELETE /memberships/{id}: a member of a component',
      'POST /projects/{projectId}/triage_response_templates',
      'PATCH /projects/{projectId}/triage_response_templates/{id}',
      'PUT /projects/{projectId}/triage_response_templates/{id}',
      'DELETE /projects/{projectId}/triage_response_templates/{id}',
      'POST /projects/{projectId}/components',
    ],
  },
  {
    // Everyone may; the project is hidden, so that non-members get 404, and members 422 (rule A-65).
    row: 'request access',
    cells: 'U N Y Y Y Y Y',
    operations: ['POST /projects/{projectId}/project_access_requests'],
  },
  {
    row: 'deny an access request; invitations: list, confirm, decline',
    cells: ADMIN,
    operations: [
      'DELETE /projects/{projectId}/project_access_requests/{id}',
      'GET /projects/{projectId}/project_invitations',
      'POST /projects/{projectId}/project_invitations/{id}/confirm',
      'DELETE /projects/{projectId}/project_invitations/{id}',
    ],
  },
  {
    row: 'read an unreleased component',
    cells: VIEWER,
    operations: [
      'GET /components/{id}',
      'GET /components/{id}/{displayedName}',
      'GET /components/{id}/histories',
      'GET /components/{id}/related',
      'POST /components/{id}/find',
      'GET /api/components/{id}/summary',
      'GET /api/components/{id}/stats',
      'GET /api/components/{id}/header',
      'GET /api/components/{id}/readiness',
      'GET /api/components/{id}/workflow_state',
      'GET /api/components/{id}/triage_summary',
      'GET /components/{componentId}/comments',
      'GET /components/{componentId}/comment_series',
      'GET /components/{componentId}/events',
      'GET /components/{componentId}/rules',
      'GET /components/{componentId}/rules_picker',
      'GET /rules/{ruleId}',
      'GET /rules/{ruleId}/histories',
      'GET /rules/{ruleId}/search/related_rules',
      'GET /reviews/{reviewId}',
      'GET /reviews/{reviewId}/section_changes',
      'GET /reviews/{reviewId}/responses',
      'GET /reviews/{reviewId}/reactions',
    ],
  },
  {
    row: 'released components',
    cells: SIGNED_IN,
    operations: ['GET /components', 'GET /api/components/latest'],
  },
  {
    row: 'compare two components',
    cells: VIEWER,
    operations: ['GET /api/components/compare', 'GET /api/components/changes'],
  },
  {
    row: 'component delete, lock all, unlock all, release of a STIG, comment phase and dates, chat channel, advanced fields; rule delete, restore',
    cells: ADMIN,
    operations: [
      'DELETE /components/{id}',
      'POST /components/{id}/lock',
      'POST /components/{id}/unlock',
      'POST /components/{id}/rebase',
      'POST /components/{componentId}/undo_rebase',
      'PATCH /components/{id}: the comment phase',
      'PATCH /components/{id}: the comment period',
      'PATCH /components/{id}: the chat channel',
      'PATCH /components/{id}: advanced fields',
      'PATCH /components/{id}: the release',
      'DELETE /rules/{ruleId}',
      'POST /rules/{ruleId}/restore',
    ],
  },
  {
    // A guide enters the catalog, which is for system administrators; who may not know of the component gets 404.
    row: 'release of an SRG',
    cells: 'U D F F F F Y',
    operations: ['POST /components/{id}/release'],
  },
  {
    row: 'imports that attribute people to accounts',
    cells: 'U D F F F F Y',
    operations: [
      'POST /components/{id}/import_comment_sheets: people as accounts',
      'POST /components/{id}/import_disposition: people as accounts',
      'POST /projects/{id}/import_backup: people as accounts',
    ],
  },
  {
    row: 'a project from a backup that attributes people to accounts',
    cells: SYSTEM,
    operations: ['POST /projects/create_from_backup: people as accounts'],
  },
  {
    row: 'component update, rule create-by-duplicate, rule update, revert, satisfactions, relocation',
    cells: AUTHOR,
    operations: [
      'PATCH /components/{id}',
      'PUT /components/{id}',
      'POST /components/{id}/find_and_replace',
      'PATCH /components/{componentId}/rules/bulk_update',
      'GET /components/{componentId}/rules/deleted',
      'PATCH /components/{id}/apply_spreadsheet_update',
      'POST /components/{componentId}/rules: a duplicate',
      'PUT /rules/{ruleId}',
      'PATCH /rules/{ruleId}',
      'POST /rules/{ruleId}/revert',
      'POST /rule_satisfactions',
      'DELETE /rule_satisfactions/{ruleId}',
      'POST /rules/{ruleId}/relocations',
      'DELETE /requirement_relocations/{id}',
      'POST /requirement_relocations/{id}/accept',
      'POST /requirement_relocations/{id}/decline',
      'POST /requirement_relocations/{id}/dry_run',
    ],
  },
  {
    row: 'rule create blank or with content (project role)',
    cells: ADMIN,
    operations: [
      'POST /components/{componentId}/rules',
      'POST /components/{id}/import_reqif: new requirements of a ReqIF document, tried',
      'POST /components/{id}/import_reqif: new requirements of a ReqIF document',
    ],
  },
  {
    row: 'section lock / unlock',
    cells: REVIEWER,
    operations: [
      'PATCH /components/{id}/lock_sections',
      'PATCH /rules/{ruleId}/section_locks',
      'PATCH /rules/{ruleId}/bulk_section_locks',
    ],
  },
  {
    row: 'comment, react (phase open)',
    cells: VIEWER,
    operations: [
      'POST /rules/{ruleId}/reviews',
      'POST /components/{componentId}/reviews',
      'POST /reviews/{reviewId}/reactions',
    ],
  },
  {
    // The comment is the viewer's: owner-only actions stay the owner's, for system administrators too.
    row: 'edit, withdraw own comment',
    cells: 'U D Y F F F F',
    operations: ['PUT /reviews/{reviewId}', 'PATCH /reviews/{reviewId}/withdraw'],
  },
  {
    row: 'triage, adjudicate, retag section, bulk triage; reopen (project role)',
    cells: AUTHOR,
    operations: [
      'PATCH /reviews/{reviewId}/triage',
      'PATCH /reviews/{reviewId}/adjudicate',
      'PATCH /reviews/{reviewId}/section',
      'PATCH /reviews/bulk_triage',
      'PATCH /reviews/bulk_triage: comments that a filter selects',
      'PATCH /reviews/bulk_adjudicate',
      'PATCH /reviews/{reviewId}/reopen',
      'POST /reviews/{reviewId}/undo',
      'POST /components/{componentId}/undo_decision',
      'POST /reviews/{reviewId}/accept_and_edit',
      'PATCH /reviews/{reviewId}/assignment',
    ],
  },
  {
    row: 'merge, admin withdraw/restore/destroy, move comment (project role)',
    cells: ADMIN,
    operations: [
      'PATCH /reviews/merge',
      'PATCH /reviews/{reviewId}/admin_withdraw',
      'PATCH /reviews/{reviewId}/admin_restore',
      'DELETE /reviews/{reviewId}/admin_destroy',
      'PATCH /reviews/{reviewId}/move_to_rule',
    ],
  },
  {
    row: 'SRG/STIG list and detail',
    cells: SIGNED_IN,
    operations: [
      'GET /srgs',
      'GET /srgs/{id}',
      'GET /stigs',
      'GET /stigs/{id}',
      'GET /api/srgs/{id}/stats',
      'GET /api/srgs/{id}/update_impact',
      'GET /api/controls/requirements',
    ],
  },
  {
    row: 'the public ones of SRG/STIG',
    cells: PUBLIC,
    token: 'pub',
    operations: ['GET /api/srgs/latest', 'GET /api/stigs/latest', 'GET /api/stigs/{id}/stats'],
  },
  {
    row: 'SRG/STIG upload, change, delete',
    cells: SYSTEM,
    operations: [
      'POST /guides',
      'POST /srgs',
      'PATCH /srgs/{id}',
      'DELETE /srgs/{id}',
      'POST /stigs',
      'PATCH /stigs/{id}',
      'DELETE /stigs/{id}',
    ],
  },
]
