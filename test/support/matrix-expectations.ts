import { toCells, COLUMNS, type Cell, type Column, type DeclaredOperation } from './matrix.ts'

/**
 * All callers: the columns of the matrix on a hidden project, an author of only the component, a non-member of a
 * discoverable project, and the system administrator's tokens by scope.
 */
export const CALLERS = [...COLUMNS, 'component', 'outsider', 'read', 'write', 'all'] as const
export type Caller = (typeof CALLERS)[number]

/** Y allowed, U 401, F 403, N 404. */
export type Outcome = 'Y' | 'U' | 'F' | 'N'

/** The callers in the order of the explicit rows below. */
const PEOPLE = [...COLUMNS, 'component', 'outsider'] as const

/** The outcomes of operations that depend on more than a role, in the order of `PEOPLE`. */
export const BY_HAND: Record<string, { people: string; because: string }> = {
  'GET /api/audits': { people: 'U N Y Y Y Y Y N F', because: 'one project is asked for' },
  'GET /api/audits/export/{type}': { people: 'U N Y Y Y Y Y N F', because: 'one project is asked for' },
  'GET /components/{id}/export/{type}': {
    people: 'U N Y Y Y Y Y Y F',
    because: 'a published form is for everybody who may read the component (C-74)',
  },
  'GET /projects/{id}/export/{type}': {
    people: 'U N Y Y Y Y Y N F',
    because: 'comments are for members (C-74)',
  },
  'GET /api/components/compare': {
    people: 'U N Y Y Y Y Y Y N',
    because: 'an unreadable peer is a missing one, discoverable or not (A-7)',
  },
  'GET /api/components/changes': {
    people: 'U N Y Y Y Y Y Y N',
    because: 'an unreadable peer is a missing one, discoverable or not (A-7)',
  },
  'GET /api/users/search': { people: 'U N F F F Y Y N F', because: 'people outside are for admins' },
  'PATCH /components/{id}': { people: 'U N F Y Y Y Y Y F', because: 'a title is for authors' },
  'PUT /components/{id}': { people: 'U N F Y Y Y Y Y F', because: 'a title is for authors' },
  'POST /components/{componentId}/rules': {
    people: 'U N F F F Y Y F F',
    because: 'content of its own is for project admins (E-18)',
  },
  'POST /components/{id}/import_reqif': {
    people: 'U N F Y Y Y Y Y F',
    because: 'changes are for authors (C-78)',
  },
  'POST /components/{id}/import_comment_sheets': {
    people: 'U N F Y Y Y Y Y F',
    because: 'nobody is attributed to an account (E-44)',
  },
  'POST /components/{id}/import_disposition': {
    people: 'U N F Y Y Y Y Y F',
    because: 'nobody is attributed to an account (E-44)',
  },
  'POST /projects/{id}/import_backup': {
    people: 'U N F F F Y Y N F',
    because: 'nobody is attributed to an account (E-44)',
  },
  'POST /projects/create_from_backup': {
    people: 'U Y Y Y Y Y Y Y Y',
    because: 'nobody is attributed to an account (E-44)',
  },
  'PUT /reviews/{reviewId}': { people: 'U N Y F F F F F F', because: 'the viewer is the commenter' },
  'PATCH /reviews/{reviewId}/withdraw': {
    people: 'U N Y F F F F F F',
    because: 'the viewer is the commenter',
  },
  'POST /projects/{projectId}/project_access_requests': {
    people: 'U N Y Y Y Y Y N Y',
    because: 'members get 422, and only a discoverable project can be asked for (A-65)',
  },
  'DELETE /projects/{projectId}/project_access_requests/{id}': {
    people: 'U N F F F Y Y N F',
    because: 'the requester is somebody else',
  },
  'DELETE /personal_access_tokens/{id}': {
    people: 'U N N N N N Y N N',
    because: 'it is the system administrator’s own token',
  },
  'DELETE /personal_access_tokens/{id}/admin_revoke': {
    people: 'U F F F F F Y F F',
    because: 'it is for system administrators, in a session of theirs',
  },
  'POST /users/unlink_identity': {
    people: 'U N N N N N N N N',
    because: 'the identity is somebody else’s (A-7)',
  },
  'POST /projects/{projectId}/saved_filters': {
    people: 'U N F Y Y Y Y N F',
    because: 'it is shared, for which the caller must be an author (R-65)',
  },
  'PATCH /projects/{projectId}/saved_filters/{id}': {
    people: 'U N F F F F Y N F',
    because: 'the system administrator is its owner (R-65)',
  },
  'DELETE /projects/{projectId}/saved_filters/{id}': {
    people: 'U N F F F Y Y N F',
    because: 'it is shared by somebody else (R-65)',
  },
  'POST /components/{componentId}/saved_filters': {
    people: 'U N F Y Y Y Y Y F',
    because: 'it is shared, for which the caller must be an author (R-65)',
  },
  'PATCH /components/{componentId}/saved_filters/{id}': {
    people: 'U N F F F F Y F F',
    because: 'the system administrator is its owner (R-65)',
  },
  'DELETE /components/{componentId}/saved_filters/{id}': {
    people: 'U N F F F Y Y F F',
    because: 'it is shared by somebody else (R-65)',
  },
  'GET /jobs/{id}': { people: 'U N Y N N N Y N N', because: 'the viewer started it' },
  'GET /jobs/{id}/result': { people: 'U N Y N N N Y N N', because: 'the viewer started it' },
  'DELETE /jobs/{id}': { people: 'U N Y N N N Y N N', because: 'the viewer started it' },
  'DELETE /users/sessions/{id}': { people: 'U N Y N N N N N N', because: 'it is a session of the viewer' },
}

/** The expected answer for every caller, from the declaration of an operation or its explicit row. */
export function expectOutcomes(operation: DeclaredOperation, people?: string): Record<Caller, Outcome> {
  const byHand = people ?? BY_HAND[operation.key]?.people
  const cells = byHand ? toPeople(byHand) : deriveOutcomes(operation)
  return { ...cells, ...toTokenOutcomes(operation, cells.system) }
}

type People = Record<(typeof PEOPLE)[number], Outcome>

function toPeople(people: string): People {
  const cells = people.split(' ')
  const known: Outcome[] = ['Y', 'U', 'F', 'N']
  return Object.fromEntries(
    PEOPLE.map((person, index) => [person, known.find((cell) => cell === cells[index])]),
  ) as People
}

function deriveOutcomes({ key, record, needs }: DeclaredOperation): People {
  const cells = toCells(needs, record)
  if (!cells) throw new Error(`${key} needs ${needs}: it takes an explicit row`)
  const toHidden = (cell: Cell): Outcome => (cell === 'D' ? 'N' : cell)
  const people = Object.fromEntries(COLUMNS.map((column) => [column, toHidden(cells[column])]))
  return {
    ...(people as Record<Column, Outcome>),
    component: toHidden(toComponentAuthorOutcome(record, needs, cells)),
    outsider: cells.nonMember === 'D' ? 'F' : cells.nonMember,
  }
}

/** An author of one component is a non-member of the project, and has no role in it (rule E-18). */
function toComponentAuthorOutcome(record: string, needs: string, cells: Record<Column, Cell>): Cell {
  if (['project', 'target', 'membership'].includes(record)) return cells.nonMember
  return needs.startsWith('project ') ? 'F' : cells.author
}

/** A token has its owner's rights within its scope; write does not include read (rule A-43). */
function toTokenOutcomes(
  operation: DeclaredOperation,
  owner: Outcome,
): Record<'read' | 'write' | 'all', Outcome> {
  if (operation.tokens === 'pub') return { read: 'Y', write: 'Y', all: 'Y' }
  if (operation.tokens === 'no') return { read: 'F', write: 'F', all: 'F' }
  const reads = operation.tokens === 'r'
  return { read: reads ? owner : 'F', write: reads ? 'F' : owner, all: owner }
}
