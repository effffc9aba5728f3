import { describeCases } from '../../src/procedures/access/access-for-input.ts'
import type { Access, Meta } from '../../src/procedures/meta.ts'
import { OPERATION_TEXTS } from '../descriptions/index.ts'

/** Default descriptions of parameters; a description in the schema takes precedence. */
export const PARAMETERS: Record<string, string> = {
  action: 'Only entries of this action.',
  actor_id: 'Only what this user did.',
  assignee_id: 'Only comments in the hands of this user; `none`: in nobody’s.',
  author_id: 'Only comments of this user.',
  base_id: 'The record to compare with.',
  commentable_type: 'Only comments on this kind of record.',
  component_id: 'Only records of this component.',
  confirmation_token: 'The token of the mailed link.',
  diff_id: 'The record that is compared.',
  to_id: 'The other release.',
  displayedName: 'Displayed name of a requirement, such as `HGW1-01-000001`.',
  from: 'Only entries from this day or instant on.',
  include_rule_content: 'Whether each row carries the texts of its requirement.',
  limit: 'At most so many rows.',
  membership_id: 'Id of the project or component.',
  membership_type: 'What `membership_id` is the id of.',
  min_score: 'How alike comments of one group are at least; 1 is the same text.',
  name: 'The exact name.',
  order: 'Direction of `sort`.',
  overdue: 'Only comments whose due date has passed, or has not.',
  page: 'Page of the list, from 1; one past the end has no rows.',
  per_page: 'Rows of a page.',
  project_id: 'Id of the project.',
  q: 'The text to look for, ignoring case.',
  reset_password_token: 'The token of the mailed link.',
  resolved: '`true`: only closed comments, `false`: only open ones.',
  rule_id: 'Only records of this requirement.',
  scope: '`members`: search among the members; absent: among those who could become one.',
  section:
    'Only comments on this section of a requirement; `all` for every one, `none` for those on no section.',
  sort: 'What the list is sorted by.',
  target_technology_token: 'Only proposals for this technology.',
  to: 'Only entries up to this day or instant.',
  columns: 'Keys of the columns, with commas between them, in this order; unknown ones are ignored.',
  component_ids: 'Ids of components, with commas between them.',
  exclude_satisfied_by: 'Leave out requirements that others satisfy.',
  include_email: 'Tell the addresses of commenters, where the caller is project admin.',
  include_srg: 'Put the guides into the archive that its components and their requirements rest on.',
  include_memberships: 'Put the members of the project into the archive.',
  include_comments:
    'Add the comments and their dispositions to a document (`html`, `pdf`, `docx`). Ignored without a role.',
  triage_status: 'Only comments with this status.',
  type: 'Format of the file.',
  unlock_token: 'The token of the mailed link.',
}

/** Introduction of the document. */
export const ABOUT = `Authoring of security requirements and triage of the comments on them.

- **Sign in** with \`POST /api/auth/login\`, which sets the session cookie, or send \`Authorization: Token …\` with a personal access token.
- **Refusals** carry a stable \`reason\`; [all of them](/docs/api/errors) are listed. 400, 401, 403, 404, 405, 413, 415 and 503 are problem documents, the others toasts with the messages by field.
- **Times** are \`YYYY-MM-DD HH:MM:SS UTC\`, dates \`YYYY-MM-DD\`. Integers and booleans may come as text.
- **Lost updates**: send the \`ETag\` of a record as \`If-Match\`, or its \`lock_version\` as \`expected_lock_version\`.
- **Retries**: a POST with an \`Idempotency-Key\` runs once, whatever happens to the connection, the process or the database in between.
- **Long work**: exports and imports that list a 202 take \`Prefer: respond-async\`. They then answer a job at once, whose result is kept for 24 hours.
- **Roles** on projects and components, ascending: viewer, author, reviewer, admin. System administrators hold every role.`

/** Descriptions of the tags. */
export const TAGS: Record<string, string> = {
  Audit: 'Who changed what, when and why.',
  'Comments and reviews': 'Comments, their replies and what triage decides on them.',
  Components: 'Documents under work: their state, figures, comparison and release.',
  Interchange:
    'Files that come in: backups, spreadsheets, comment sheets, profiles, Markdown and ReqIF, each with a trial.',
  Guides: 'The catalog of SRGs and STIGs that were uploaded or published.',
  Jobs: 'Long work that answers later.',
  'Live boards': 'Server-sent events of a project or a component.',
  Memberships: 'Who has which role on a project or component.',
  Notifications: 'Who hears of what, and how.',
  'Personal access tokens': 'Credentials for programs.',
  Administration: 'The running service, for system administrators.',
  Projects: 'What components belong to and people are members of.',
  Reactions: 'Thumbs on comments.',
  Relocations: 'Proposals to move a requirement to another technology.',
  Requirements: 'The requirements of a component: content, locks, satisfactions, history.',
  'Response templates': 'Answers that triagers use again.',
  'Saved filters': 'Filters of lists under names, for oneself or shared with the members.',
  Search: 'Search over everything that the caller may see.',
  'Session and account': 'Signing in and out, and the own account.',
  'Suggested duplicates': 'Comments that say nearly the same.',
  System: 'Facts about the service.',
  Users: 'Accounts, for administrators, and the search for people.',
}

const CALLERS: Record<string, string> = {
  public: 'For everybody, without credentials.',
  'signed in': 'For everybody who is signed in.',
  session: 'For signed-in sessions; access tokens are refused.',
  'system admin': 'For system administrators.',
  privileged:
    'For system administrators in a session, with their current password or a sign-in of the last five minutes; access tokens are rejected.',
}

/** Describes what an operation does and who may call it. */
export function describeOperation(name: string, { strict, access }: Meta): string {
  return [OPERATION_TEXTS[name], strict && REFUSES_UNKNOWN, access && describeCallers(access)]
    .filter(Boolean)
    .join(' ')
}

const REFUSES_UNKNOWN = 'Unknown members and parameters are refused.'

/** Describes who may call an operation; system administrators have every role. */
function describeCallers({ record, needs, depends }: Access): string {
  const description = CALLERS[needs]
  if (description) return description
  if (depends) return `Needs on the ${record}: ${describeCases(depends)}.`
  if (needs === 'show') return `Needs viewer on the ${record}, unless its component is released.`
  if (needs === 'owner') return `For whoever wrote the ${record} alone.`
  return `Needs ${needs} on the ${record}.`
}
