import { describeCases } from '../../src/procedures/access/access-for-input.ts'
import type { Access, Meta } from '../../src/procedures/meta.ts'
import { OPERATION_TEXTS } from '../descriptions/index.ts'

/** Default descriptions of parameters; a description in the schema takes precedence. */
export const PARAMETERS: Record<string, string> = {
  action: 'Only entries of this action.',
  actor_id: 'Only what this user did.',
  assignee_id: 'Only comments assigned to this user; `none`: unassigned comments.',
  author_id: 'Only comments by this user.',
  base_id: 'The record to compare with.',
  commentable_type: 'Only comments on this kind of record.',
  component_id: 'Only records of this component.',
  confirmation_token: 'The token of the emailed link.',
  diff_id: 'The record that is compared.',
  to_id: 'The other release.',
  displayedName: 'Displayed name of a requirement, such as `HGW1-01-000001`.',
  from: 'Only entries from this day or instant on.',
  include_rule_content: 'Whether each row contains the texts of its requirement.',
  limit: 'Maximum number of rows.',
  membership_id: 'Id of the project or component.',
  membership_type: 'What `membership_id` is the id of.',
  min_score: 'Minimum similarity of the comments in a group; 1 means the same text.',
  name: 'The exact name.',
  order: 'Direction of `sort`.',
  overdue: 'Only comments whose due date has passed, or has not.',
  page: 'Page of the list, from 1; one past the end has no rows.',
  per_page: 'Rows of a page.',
  project_id: 'Id of the project.',
  q: 'The text to look for, ignoring case.',
  reset_password_token: 'The token of the emailed link.',
  resolved: '`true`: only closed comments, `false`: only open ones.',
  rule_id: 'Only records of this requirement.',
  scope: '`members`: search members; absent: search people who could become members.',
  section:
    'Only comments on this section of a requirement; `all` for every one, `none` for those on no section.',
  sort: 'What the list is sorted by.',
  target_technology_token: 'Only proposals for this technology.',
  to: 'Only entries up to this day or instant.',
  columns: 'Keys of the columns, with commas between them, in this order; unknown ones are ignored.',
  component_ids: 'Ids of components, with commas between them.',
  exclude_satisfied_by: 'Leave out requirements that others satisfy.',
  include_email: 'Include the addresses of commenters, if the caller is a project admin.',
  include_srg: 'Include the guides that the components and their requirements are based on.',
  include_memberships: 'Include the members of the project.',
  include_comments:
    'Add the comments and their dispositions to a document (`html`, `pdf`, `docx`). Ignored without a role.',
  triage_status: 'Only comments with this status.',
  type: 'Format of the file.',
  unlock_token: 'The token of the emailed link.',
}

/** Introduction of the document. */
export const ABOUT = `Authoring of security requirements and triage of the comments on them.

- **Sign in** with \`POST /api/auth/login\`, which sets the session cookie, or send \`Authorization: Token …\` with a personal access token.
- **Errors** have a stable \`reason\`; [all of them](/docs/api/errors) are listed. 400, 401, 403, 404, 405, 413, 415 and 503 are problem documents, the others toasts with the messages by field.
- **Times** are \`YYYY-MM-DD HH:MM:SS UTC\`, dates \`YYYY-MM-DD\`. Integers and booleans may come as text.
- **Lost updates**: send the \`ETag\` of a record as \`If-Match\`, or its \`lock_version\` as \`expected_lock_version\`.
- **Retries**: a POST with an \`Idempotency-Key\` runs once, whatever happens to the connection, the process or the database in between.
- **Background jobs**: exports and imports that list a 202 accept \`Prefer: respond-async\`. They return a job immediately; its result is stored for 24 hours.
- **Roles** on projects and components, ascending: viewer, author, reviewer, admin. System administrators have every role.`

/** Descriptions of the tags. */
export const TAGS: Record<string, string> = {
  Audit: 'Who changed what, when and why.',
  'Comments and reviews': 'Comments, their replies and what triage decides on them.',
  Components: 'Documents that are being written: state, figures, comparison and release.',
  Interchange:
    'Imports of backups, spreadsheets, comment sheets, profiles, Markdown and ReqIF, each with a dry run.',
  Guides: 'The catalog of SRGs and STIGs that were uploaded or published.',
  Jobs: 'Exports and imports that run in the background.',
  'Live boards': 'Server-sent events of a project or a component.',
  Memberships: 'Who has which role on a project or component.',
  Notifications: 'Which events users are notified of, and how.',
  'Personal access tokens': 'Credentials for programs.',
  Administration: 'The running service, for system administrators.',
  Projects: 'Projects, which contain components and have members.',
  Reactions: 'Thumbs on comments.',
  Relocations: 'Proposals to move a requirement to another technology.',
  Requirements: 'The requirements of a component: content, locks, satisfactions, history.',
  'Response templates': 'Reusable responses for triage.',
  'Saved filters': 'Named filters of lists, private or shared with the members.',
  Search: 'Search over everything that the caller may see.',
  'Session and account': 'Signing in and out, and your own account.',
  'Suggested duplicates': 'Comments with similar texts.',
  System: 'Information about the service.',
  Users: 'Accounts, for administrators, and the search for people.',
}

const CALLERS: Record<string, string> = {
  public: 'Public: no credentials required.',
  'signed in': 'Requires a signed-in user.',
  session: 'Requires a session; access tokens are rejected.',
  'system admin': 'Requires a system administrator.',
  privileged:
    'Requires a system administrator in a session, with their current password or a sign-in within the last five minutes; access tokens are rejected.',
}

/** Describes what an operation does and who may call it. */
export function describeOperation(name: string, { strict, access }: Meta): string {
  return [OPERATION_TEXTS[name], strict && REFUSES_UNKNOWN, access && describeCallers(access)]
    .filter(Boolean)
    .join(' ')
}

const REFUSES_UNKNOWN = 'Unknown members and parameters are rejected.'

/** Describes who may call an operation; system administrators have every role. */
function describeCallers({ record, needs, depends }: Access): string {
  const description = CALLERS[needs]
  if (description) return description
  if (depends) return `Requires on the ${record}: ${describeCases(depends)}.`
  if (needs === 'show') return `Requires viewer on the ${record}, unless its component is released.`
  if (needs === 'owner') return `Only for the author of the ${record}.`
  return `Requires ${needs} on the ${record}.`
}
