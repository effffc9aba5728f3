import { sql } from 'kysely'
import type { Actor, EffectiveAccess } from '../../audit/actor.ts'
import type { Queries } from '../../database/database.ts'
import { preparedQuery } from '../../database/prepared-query.ts'
import { DomainError, notFoundError } from '../../errors.ts'
import { findHigherRole, roleAtLeast, type Role, type Visibility } from '../../vocabulary.ts'
import { isConcealed } from './concealment.ts'

/**
 * The access that an operation requires on a record: an effective role, a role on the project (rule E-18), `show`
 * (released, or viewer, rule C-23), `member`, or system administrator.
 */
export type RequiredAccess = Role | `project ${Role}` | 'show' | 'member' | 'system admin'

/** The columns that decide on access; every loader of src/procedures/access selects exactly these. */
export interface ScopeRow {
  project_id: number
  visibility: Visibility
  project_role: Role | null
  component_id: number | null
  component_role: Role | null
  released: boolean
}

/** Computes the caller's effective access. System administrators have every role (rule E-18). */
export function toEffectiveAccess(row: ScopeRow, actor: Pick<Actor, 'admin'>): EffectiveAccess {
  return {
    projectId: row.project_id,
    componentId: row.component_id,
    projectRole: actor.admin ? 'admin' : row.project_role,
    role: actor.admin ? 'admin' : findHigherRole(row.project_role, row.component_role),
    systemAdmin: actor.admin,
  }
}

/** Whether the caller's access satisfies an operation's requirement. */
export function satisfiesNeeds(
  effectiveAccess: EffectiveAccess,
  needs: RequiredAccess,
  released: boolean,
): boolean {
  if (needs === 'system admin') return effectiveAccess.systemAdmin
  if (needs === 'show') return released || effectiveAccess.role !== null
  if (needs === 'member') return effectiveAccess.role !== null
  const projectRole = findRequiredProjectRole(needs)
  return projectRole
    ? roleAtLeast(effectiveAccess.projectRole, projectRole)
    : roleAtLeast(effectiveAccess.role, needs as Role)
}

/** The required role on the project itself; null if a role on the component is enough. */
export function findRequiredProjectRole(needs: RequiredAccess): Role | null {
  return needs.startsWith('project ') ? (needs.slice('project '.length) as Role) : null
}

/**
 * Whether a caller can read a component only because it is released: not its members, project or drafts (rule C-22).
 */
export function isReaderOnly({ role }: Pick<EffectiveAccess, 'role'>): boolean {
  return role === null
}

/**
 * Authorizes the caller. Throws 404 if they may not know that the record exists, otherwise 403 with the project's
 * administrators (rule A-7). `row` is undefined for an unknown id.
 */
export async function authorizeAccess(
  db: Queries,
  row: ScopeRow | undefined,
  actor: Actor,
  needs: RequiredAccess,
): Promise<EffectiveAccess> {
  if (!row) throw notFoundError()
  const effectiveAccess = toEffectiveAccess(row, actor)
  if (satisfiesNeeds(effectiveAccess, needs, row.released)) return effectiveAccess
  if (isConcealed(row, effectiveAccess)) throw notFoundError()
  throw needs === 'system admin'
    ? createSystemAdminOnlyError()
    : await createAccessDeniedError(db, effectiveAccess)
}

export const ROLE_MISSING = 'You do not have the required role.'

/** Creates the 403 with the admins to ask, as far as the caller may know them (rule E-10). */
export async function createAccessDeniedError(
  db: Queries,
  effectiveAccess: EffectiveAccess | null,
  message = ROLE_MISSING,
): Promise<DomainError> {
  const admins = effectiveAccess === null ? [] : await listKnownAdmins(db, effectiveAccess)
  return new DomainError('forbidden', 'permission_denied', message, { members: { admins } })
}

/** Creates the 403 for operations that require a session. */
export function createSessionRequiredError(): DomainError {
  const message = 'Please sign in: a token cannot do this.'
  return new DomainError('forbidden', 'session_authentication_required', message)
}

/** Creates the 403 for operations that require a system administrator. */
export function createSystemAdminOnlyError(): DomainError {
  return new DomainError('forbidden', 'permission_denied', 'Only a system administrator may do this.')
}

interface Contact {
  name: string
  email: string
}

/**
 * Lists the admins to ask. Project members get those of the project, component members those of the component, others
 * the contact of a discoverable project (rules and C-22).
 */
async function listKnownAdmins(
  db: Queries,
  { projectId, componentId, projectRole, role }: EffectiveAccess,
): Promise<Contact[]> {
  if (role === null) return listPublishedContacts(db, projectId)
  const ofComponent = projectRole === null ? (componentId ?? 0) : 0
  return adminsKnownTo(db, projectId, projectRole !== null, ofComponent)
}

async function listPublishedContacts(db: Queries, projectId: number): Promise<Contact[]> {
  const rows = await db
    .selectFrom('projects')
    .select(['admin_name', 'admin_email'])
    .where('id', '=', projectId)
    .where('visibility', '=', 'discoverable')
    .execute()
  return rows.flatMap(({ admin_name: name, admin_email: email }) =>
    name === null || email === null ? [] : [{ name, email }],
  )
}

const adminsKnownTo = preparedQuery(
  (_, projectId: number, belongs: boolean, componentId: number) => sql<Contact>`
    select u.name, u.email from users u where u.id in (
      select m.user_id from memberships m where m.role = 'admin'
        and (m.component_id = ${componentId} or (m.project_id = ${projectId} and ${belongs}::boolean)))
    order by u.name, u.id`,
)
