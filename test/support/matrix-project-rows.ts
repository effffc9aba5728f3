import { ADMIN, AUTHOR, type MatrixRow, SIGNED_IN, SYSTEM, VIEWER } from './matrix-row.ts'

/** Rows of the permission matrix about projects and their members. */
export const PROJECT_ROWS: MatrixRow[] = [
  {
    row: 'list projects, project search by SRG id, global search: rows filtered; create project',
    cells: SIGNED_IN,
    operations: [
      'GET /projects',
      'GET /api/projects',
      'GET /api/projects/progress',
      'GET /api/projects/comment_figures',
      'GET /search/projects',
      'GET /search/components',
      'GET /search/rules',
      'GET /api/search/global',
      'GET /api/search/comments',
      'GET /api/search/controls',
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
  { row: 'the whole audit log', cells: SYSTEM, operations: ['GET /api/audits: the whole audit log'] },
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
    // Allowed for everyone; the project is hidden, so non-members get 404 and members 422 (rule A-65).
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
    row: 'saved filters: list; save for oneself',
    cells: VIEWER,
    operations: [
      'GET /projects/{projectId}/saved_filters',
      'GET /components/{componentId}/saved_filters',
      'POST /projects/{projectId}/saved_filters: for oneself',
      'POST /components/{componentId}/saved_filters: for oneself',
    ],
  },
  {
    row: 'saved filters: share',
    cells: AUTHOR,
    operations: ['POST /projects/{projectId}/saved_filters', 'POST /components/{componentId}/saved_filters'],
  },
  {
    row: 'saved filters: delete one that another member shares',
    cells: ADMIN,
    operations: [
      'DELETE /projects/{projectId}/saved_filters/{id}',
      'DELETE /components/{componentId}/saved_filters/{id}',
    ],
  },
  {
    // Allowed only for the owner, who is the system administrator.
    row: 'saved filters: change one that another member shares',
    cells: 'U D F F F F Y',
    operations: [
      'PATCH /projects/{projectId}/saved_filters/{id}',
      'PATCH /components/{componentId}/saved_filters/{id}',
    ],
  },
]
