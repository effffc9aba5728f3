import { assertRaises, Membership } from '../../entities/membership.ts'
import { ProjectAccessRequest } from '../../entities/project-access-request.ts'
import { User } from '../../entities/user.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { refreshAll, refreshContact } from '../../src/auth/access/contacts.ts'
import { canSignIn } from '../../src/auth/accounts/can-sign-in.ts'
import { toKysely, type Em } from '../../src/database/database.ts'
import { opaqueParameter } from '../../src/database/opaque-parameter.ts'
import { preparedQueryByShape } from '../../src/database/prepared-query.ts'
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
 * Adds a member to a locked target (rule A-62). A project role removes the user's component roles that it
 * includes; their access request to the project is deleted.
 * @throws 422 for an unknown user or request, a duplicate, or a component role without effect
 */
export async function grant(
  work: Pick<UnitOfWork, 'em' | 'env'>,
  locked: LockedTarget,
  membershipGrant: Grant,
): Promise<[Membership, User]> {
  const [membership, user] = await makeMember(work, locked, membershipGrant)
  if (!locked.component) await dropRedundant(work.em, user.id, locked.projectId, membershipGrant.role)
  return [membership, user]
}

/**
 * Adds a member like `grant`, but does not remove included component roles. Accounts that the user search
 * does not return are rejected as unknown (rule A-10).
 */
export async function makeMember(
  { em, env }: Pick<UnitOfWork, 'em' | 'env'>,
  locked: LockedTarget,
  membershipGrant: Grant,
): Promise<[Membership, User]> {
  const { target, projectId, component } = locked
  const scope = component ? { componentId: component.id } : { projectId }
  // Both queries share one round trip.
  const [user, same] = await Promise.all([
    em.findOne(User, { id: membershipGrant.userId }),
    em.count(Membership, { userId: membershipGrant.userId, ...scope }),
  ])
  if (!user || !(same > 0 || canSignIn(user, env))) {
    throw validationError('membership.unknown_user', 'user_id', 'names no user')
  }
  if (same > 0) {
    throw stateError('membership.duplicate', `${user.name} is already a member.`)
  }
  if (component) assertRaises(membershipGrant.role, await readProjectRole(em, user.id, projectId))
  if (membershipGrant.accessRequestId !== null) {
    await answerRequest(em, locked, user.id, membershipGrant.accessRequestId)
  }
  const membership = em.create(Membership, {
    userId: user.id,
    role: membershipGrant.role,
    membershipType: target.type,
    ...scope,
  })
  await em.flush()
  await refreshContact(toKysely(em), target, [membershipGrant.role])
  return [membership, user]
}

async function answerRequest(
  em: Em,
  { projectId, component }: LockedTarget,
  userId: number,
  id: number,
): Promise<void> {
  const request = component ? null : await em.findOne(ProjectAccessRequest, { id, userId, projectId })
  if (!request) {
    throw validationError(
      'membership.unknown_request',
      'access_request_id',
      'names no request of this person for this project',
    )
  }
  em.remove(request)
}

/** Returns a user's role on the project itself. */
export async function readProjectRole(em: Em, userId: number, projectId: number): Promise<Role | null> {
  const membership = await em.findOne(Membership, { userId, projectId })
  return membership?.role ?? null
}

/** Deletes component memberships that the project role includes, by ascending id (rule A-62). */
export async function dropRedundant(em: Em, userId: number, projectId: number, role: Role): Promise<void> {
  const rows = await redundantOnes(toKysely(em), role, userId, projectId)
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

const redundantOnes = preparedQueryByShape<{ id: number }, Role>((db, role, userId, projectId) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('components as c', 'c.id', 'm.component_id')
    .select('m.id')
    .where('m.user_id', '=', opaqueParameter(userId))
    .where('c.project_id', '=', opaqueParameter(projectId))
    .where('m.role', 'in', PROJECT_ROLES.slice(0, PROJECT_ROLES.indexOf(role) + 1)),
)
