import { sql } from 'kysely'
import { assertRaises, Membership } from '../../entities/membership.ts'
import { ProjectAccessRequest } from '../../entities/project-access-request.ts'
import { User } from '../../entities/user.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { refreshAll, refreshContact } from '../../src/auth/access/contacts.ts'
import { canSignIn } from '../../src/auth/accounts/can-sign-in.ts'
import { toKysely, type Em } from '../../src/database/database.ts'
import { opaqueIds, opaqueParameter } from '../../src/database/opaque-parameter.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { stateError, validationError } from '../../src/errors.ts'
import { PROJECT_ROLES, type Role } from '../../src/vocabulary.ts'
import type { LockedTarget } from './lock-target.ts'

/** The user, the role, and the access request that is granted. */
export interface Grant {
  userId: number
  role: Role
  accessRequestId: number | null
}

/**
 * Adds a member to a locked target and removes their access request to the project (rules ).
 * Accounts that the user search does not return are rejected as unknown (rule A-10).
 * @throws 422 for an unknown user or request, a duplicate, or a component role without effect
 */
export async function makeMember(
  { em, env }: Pick<UnitOfWork, 'em' | 'env'>,
  { target, projectId, component }: LockedTarget,
  { userId, role, accessRequestId }: Grant,
): Promise<[Membership, User]> {
  const scope = component ? { componentId: component.id } : { projectId }
  // These queries share one round trip.
  const [user, same, request] = await Promise.all([
    em.findOne(User, { id: userId }),
    em.count(Membership, { userId, ...scope }),
    component ? null : em.findOne(ProjectAccessRequest, { userId, projectId }),
  ])
  if (!user || !(same > 0 || canSignIn(user, env))) {
    throw validationError('membership.unknown_user', 'user_id', 'names no user')
  }
  if (same > 0) {
    throw stateError('membership.duplicate', `${user.name} is already a member.`)
  }
  if (component) assertRaises(role, await readProjectRole(em, user.id, projectId))
  if (accessRequestId !== null && request?.id !== accessRequestId) {
    throw validationError(
      'membership.unknown_request',
      'access_request_id',
      'names no request of this person for this project',
    )
  }
  if (request) em.remove(request)
  const membership = em.create(Membership, { userId, role, membershipType: target.type, ...scope })
  await em.flush()
  await refreshContact(toKysely(em), target, [role])
  return [membership, user]
}

/**
 * Adds accounts without a membership to a write-locked project. The number of statements does not depend on
 * the number of members.
 */
export async function addProjectMembers(
  { em, db }: Pick<UnitOfWork, 'em' | 'db'>,
  projectId: number,
  members: readonly { userId: number; role: Role }[],
): Promise<void> {
  if (members.length === 0) return
  for (const { userId, role } of members) {
    em.create(Membership, { userId, role, membershipType: 'Project', projectId })
  }
  await em.flush()
  const userIds = members.map(({ userId }) => userId)
  await sql`delete from project_access_requests
    where project_id = ${projectId} and user_id = any (${userIds}::integer[])`.execute(db)
  await refreshContact(
    db,
    { type: 'Project', id: projectId },
    members.map(({ role }) => role),
  )
  await dropRedundant(em, projectId, userIds)
}

/** Returns a user's role on the project itself. */
export async function readProjectRole(em: Em, userId: number, projectId: number): Promise<Role | null> {
  const membership = await em.findOne(Membership, { userId, projectId })
  return membership?.role ?? null
}

/** Deletes component memberships that the stored project role includes, by ascending id (rule A-62). */
export async function dropRedundant(em: Em, projectId: number, userIds: readonly number[]): Promise<void> {
  const rows = await redundantMemberships(toKysely(em), projectId, userIds)
  if (rows.length === 0) return
  const redundant = await em.find(
    Membership,
    { id: { $in: rows.map(({ id }) => id) } },
    { orderBy: { id: 'asc' } },
  )
  for (const membership of redundant) em.remove(membership)
  await em.flush()
  const ids = redundant.flatMap(({ componentId }) => componentId ?? [])
  await refreshAll(toKysely(em), 'Component', ids)
}

const ROLES = sql`array[${sql.join(PROJECT_ROLES.map((role) => sql.lit(role)))}]`

const redundantMemberships = preparedQuery<{ id: number }, [number, readonly number[]]>(
  (_, projectId, userIds) => sql`select m.id from memberships m
    join components c on c.id = m.component_id
    join memberships p on p.user_id = m.user_id and p.project_id = c.project_id
    where m.user_id = any (${opaqueIds(userIds)}) and c.project_id = ${opaqueParameter(projectId)}
      and array_position(${ROLES}, m.role) <= array_position(${ROLES}, p.role)`,
)
