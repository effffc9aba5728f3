import { assertRaises, Membership } from '../../entities/membership.ts'
import { User } from '../../entities/user.ts'
import type { Target } from '../../src/access/target.ts'
import type { Em } from '../../src/database.ts'
import { notFound } from '../../src/errors.ts'
import { noticedOf } from '../../src/memberships/admins.ts'
import { refreshMembers } from '../../src/memberships/contacts.ts'
import { channelOf } from '../../src/outbox/channel.ts'
import { tellMembership } from '../../src/outbox/membership-notices.ts'
import type { Role } from '../../src/vocabulary.ts'
import type { Work } from '../../src/work.ts'
import { dropRedundant, grant, projectRoleOf, type Grant } from './grant.ts'
import { lockTarget, type LockedTarget } from './lock-target.ts'

/** A membership, whose it is and on what, and what its project or component is called. */
export interface Changed {
  membership: Membership
  member: User
  target: Target
  targetName: string
}

/** Makes somebody a member of a target, and tells them and its admins (rule A-62). Throws as `grant` does. */
export async function addMember(work: Work, target: Target, given: Grant): Promise<Changed> {
  const locked = await lockTarget(work, target)
  const [membership, member] = await grant(work.em, locked, given)
  return told(work, 'created', locked, membership, member)
}

/**
 * Gives a member another role (rule A-64).
 * @throws 404, 422 for the last admin of a project, or a component role without effect
 */
export async function changeRole(work: Work, target: Target, id: number, role: Role): Promise<Changed> {
  const { em, db } = work
  const locked = await lockTarget(work, target)
  const [membership, member] = await held(em, id)
  const { projectId, component } = locked
  if (component) assertRaises(role, await projectRoleOf(em, member.id, projectId))
  const before = membership.role
  membership.changeRole(role, await otherAdmins(em, membership))
  await em.flush()
  if (!component) await dropRedundant(em, member.id, projectId, role)
  await refreshMembers(db, target, [before, role])
  return told(work, 'updated', locked, membership, member)
}

/** Ends a membership; 404, or 422 for the last admin of a project (rule A-64). */
export async function removeMember(work: Work, target: Target, id: number): Promise<Changed> {
  const { em, db } = work
  const locked = await lockTarget(work, target)
  const [membership, member] = await held(em, id)
  membership.assertNotLastAdmin(await otherAdmins(em, membership))
  em.remove(membership)
  await em.flush()
  await refreshMembers(db, target, [membership.role])
  return told(work, 'removed', locked, membership, member)
}

/** The membership and its person, read once its target is locked. */
async function held(em: Em, id: number): Promise<[Membership, User]> {
  const membership = await em.findOne(Membership, { id })
  const member = membership && (await em.findOne(User, { id: membership.userId }))
  if (!membership || !member) throw notFound()
  return [membership, member]
}

/** How many administrate the project of an admin beside them, as the database has it; of no other is it asked. */
async function otherAdmins(em: Em, { projectId, role }: Membership): Promise<number> {
  if (!projectId || role !== 'admin') return 0
  return (await em.count(Membership, { projectId, role })) - 1
}

async function told(
  work: Work,
  change: 'created' | 'updated' | 'removed',
  { target }: LockedTarget,
  membership: Membership,
  member: User,
): Promise<Changed> {
  const { db, actor } = work
  const { admins, name, metadata } = await noticedOf(db, target)
  const channel = channelOf({ metadata })
  await tellMembership(work, { change, membership, member, actor, admins, target: { name, channel } })
  return { membership, member, target, targetName: name }
}
