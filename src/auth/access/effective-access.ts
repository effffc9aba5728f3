import { sql } from 'kysely'
import type { Actor, EffectiveAccess } from '../../audit/actor.ts'
import type { Queries } from '../../database/database.ts'
import { preparedQuery } from '../../database/prepared-query.ts'
import { DomainError, notFound } from '../../errors.ts'
import { higherRole, roleAtLeast, type Role, type Visibility } from '../../vocabulary.ts'
import { isConcealed } from './concealment.ts'

/**
 * What an operation asks of its caller on a record: an effective role, a role on the project itself
 * (rule E-18), `show`: released, or viewer (rule C-23), or to be a system administrator.
 */
export type RequiredAccess = Role | `project ${Role}` | 'show' | 'member' | 'system admin'

/** The facts that decide on access; every loader of src/procedures/access selects exactly these. */
export interface ScopeRow {
  project_id: number
  visibility: Visibility
  project_role: Role | null
  component_id: number | null
  component_role: Role | null
  released: boolean
}

/** The caller's standing from the facts. System administrators hold every role (rule E-18). */
export function toEffectiveAccess(row: ScopeRow, actor: Actor): EffectiveAccess {
  return {
    projectId: row.project_id,
    componentId: row.component_id,
    projectRole: actor.admin ? 'admin' : row.project_role,
    role: actor.admin ? 'admin' : higherRole(row.project_role, row.component_role),
    systemAdmin: actor.admin,
  }
}

/** Whether a standing satisfies what an operation needs. */
export function satisfiesNeeds(standing: EffectiveAccess, needs: RequiredAccess, released: boolean): boolean {
  if (needs === 'system admin') return standing.systemAdmin
  if (needs === 'show') return released || standing.role !== null
  if (needs === 'member') return standing.role !== null
  const projectRole = requiredProjectRole(needs)
  return projectRole
    ? roleAtLeast(standing.projectRole, projectRole)
    : roleAtLeast(standing.role, needs as Role)
}

/** The role on the project itself that is needed; null where one on a component does too. */
export function requiredProjectRole(needs: RequiredAccess): Role | null {
  return needs.startsWith('project ') ? (needs.slice('project '.length) as Role) : null
}

/** Whether a caller reads a component only because it is released: not its people, project or drafts (rule C-22). */
export function isReaderOnly({ role }: Pick<EffectiveAccess, 'role'>): boolean {
  return role === null
}

/**
 * Lets the caller pass or throws: 404 where they may not know the record exists, 403 with the project's
 * administrators where they may (rule A-7). `row` is undefined for an unknown id.
 */
export async function authorizeAccess(
  db: Queries,
  row: ScopeRow | undefined,
  actor: Actor,
  needs: RequiredAccess,
): Promise<EffectiveAccess> {
  if (!row) throw notFound()
  const standing = toEffectiveAccess(row, actor)
  if (satisfiesNeeds(standing, needs, row.released)) return standing
  if (isConcealed(row, standing)) throw notFound()
  throw needs === 'system admin' ? systemAdminOnly() : await accessDenied(db, standing)
}

export const ROLE_MISSING = 'You do not have the role that this needs.'

/** The 403 that names whom to ask, as far as the caller may know them (rule E-10). */
export async function accessDenied(
  db: Queries,
  standing: EffectiveAccess | null,
  message = ROLE_MISSING,
): Promise<DomainError> {
  const admins = standing === null ? [] : await knownAdmins(db, standing)
  return new DomainError('forbidden', 'permission_denied', message, { members: { admins } })
}

/** The 403 of what an access token can't do. */
export function sessionRequired(): DomainError {
  const message = 'Please sign in: a token cannot do this.'
  return new DomainError('forbidden', 'session_authentication_required', message)
}

/** The 403 of what only system administrators may do. */
export function systemAdminOnly(): DomainError {
  return new DomainError('forbidden', 'permission_denied', 'Only a system administrator may do this.')
}

interface Contact {
  name: string
  email: string
}

/**
 * Admins whom a caller may ask: those of the project that they belong to, those of a component that they alone belong
 * to, and for others the contact that lists of discoverable projects show (rules and C-22).
 */
async function knownAdmins(
  db: Queries,
  { projectId, componentId, projectRole, role }: EffectiveAccess,
): Promise<Contact[]> {
  if (role === null) return publishedContact(db, projectId)
  const ofComponent = projectRole === null ? (componentId ?? 0) : 0
  return adminsKnownTo(db, projectId, projectRole !== null, ofComponent)
}

async function publishedContact(db: Queries, projectId: number): Promise<Contact[]> {
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
