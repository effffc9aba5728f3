import { ADMIN, type MatrixRow, PUBLIC, SIGNED_IN, SYSTEM, VIEWER } from './matrix-row.ts'

/** Rows of the permission matrix about accounts and the administration. */
export const ACCOUNT_ROWS: MatrixRow[] = [
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
      'GET /users/inbox',
      'GET /users/review_requests',
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
    // Allowed for every caller; the request names an identity without an owner, which is a 404 (rule A-7).
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
    // The token belongs to the system administrator; the token of another user is a 404 (rule A-7).
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
]
