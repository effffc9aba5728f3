import type { Actor, Standing } from './actor.ts'
import type { Queries } from '../database.ts'
import { DomainError, notFound } from '../errors.ts'
import { higherRole, roleAtLeast, type Role } from '../vocabulary.ts'
import type { Visibility } from '../vocabulary.ts'

/**
 * What an operation asks of its caller on a record: an effective role, a role on the project itself
 * (rule E-18), or `show`: released, or viewer (rule C-23).
 */
export type Needs = Role | `project ${Role}` | 'show' | 'member'

/** The facts that decide on access; every loader of src/access selects exactly these. */
export interface ScopeRow {
  project_id: number
  visibility: Visibility
  project_role: Role | null
  component_id: number | null
  component_role: Role | null
  released: boolean
}

/** The caller's standing from the facts. System administrators hold every role (rule E-18). */
export function standingOf(row: ScopeRow, actor: Actor): Standing {
  return {
    projectId: row.project_id,
    componentId: row.component_id,
    projectRole: actor.admin ? 'admin' : row.project_role,
    role: actor.admin ? 'admin' : higherRole(row.project_role, row.component_role),
  }
}

/** Whether a standing satisfies what an operation needs. */
export function satisfies(standing: Standing, needs: Needs, released: boolean): boolean {
  if (needs === 'show') return released || standing.role !== null
  if (needs === 'member') return standing.role !== null
  const projectRole = projectRoleIn(needs)
  return projectRole
    ? roleAtLeast(standing.projectRole, projectRole)
    : roleAtLeast(standing.role, needs as Role)
}

/** The role on the project itself that is needed; null where one on a component does too. */
export function projectRoleIn(needs: Needs): Role | null {
  return needs.startsWith('project ') ? (needs.slice('project '.length) as Role) : null
}

/**
 * Whether somebody may not know that a record exists: it is hidden, not released, and they have no role on it
 * (rule A-7).
 */
export function isConcealed(row: ScopeRow, standing: Pick<Standing, 'role'>): boolean {
  return standing.role === null && row.visibility === 'hidden' && !row.released
}

/**
 * Lets the caller pass or throws: 404 where they may not know the record exists, 403 with the project's
 * administrators where they may (rule A-7). `row` is undefined for an unknown id.
 */
export async function admit(
  db: Queries,
  row: ScopeRow | undefined,
  actor: Actor,
  needs: Needs,
): Promise<Standing> {
  if (!row) throw notFound()
  const standing = standingOf(row, actor)
  if (satisfies(standing, needs, row.released)) return standing
  if (isConcealed(row, standing)) throw notFound()
  throw await denied(db, row.project_id)
}

/** The 403 that names whom to ask (rule E-10). */
export async function denied(
  db: Queries,
  projectId: number | null,
  message = 'You do not have the role that this needs.',
): Promise<DomainError> {
  const admins = projectId === null ? [] : await projectAdmins(db, projectId)
  return new DomainError('forbidden', 'permission_denied', message, { members: { admins } })
}

/** The 403 of what only system administrators may do. */
export function systemAdminOnly(): DomainError {
  return new DomainError('forbidden', 'permission_denied', 'Only a system administrator may do this.')
}

function projectAdmins(db: Queries, projectId: number): Promise<{ name: string; email: string }[]> {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.name', 'u.email'])
    .where('m.project_id', '=', projectId)
    .where('m.role', '=', 'admin')
    .orderBy('u.name')
    .orderBy('u.id')
    .execute()
}
