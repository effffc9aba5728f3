import { assertRaises, Membership } from '../../entities/membership.ts'
import { User } from '../../entities/user.ts'
import type { Target } from '../../src/access/target.ts'
import type { Em } from '../../src/database.ts'
import { notFound } from '../../src/errors.ts'
import { noticedOf, type Noticed } from '../../src/memberships/admins.ts'
import { refreshMembers } from '../../src/memberships/contacts.ts'
import { channelOf } from '../../src/outbox/channel.ts'
import { tellMembership } from '../../src/outbox/membership-notices.ts'
import type { Role } from '../../src/vocabulary.ts'
import type { Work } from '../../src/work.ts'
import { dropRedundant, makeMember, projectRoleOf, type Grant } from './grant.ts'
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
  const [membership, member] = await makeMember(work.em, locked, given)
  const noticed = await afterChange(work, locked, member, given.role)
  return told(work, 'created', { target, noticed }, membership, member)
}

/**
 * Gives a member another role (rule A-64).
 * @throws 404, 422 for the last admin of a project, or a component role without effect
 */
export async function changeRole(work: Work, held: Held, role: Role): Promise<Changed> {
  const { em, db } = work
  const { target } = held
  const locked = await lockTarget(work, target)
  const [membership, member] = await heldOnes(em, held)
  const { projectId, component } = locked
  if (component) assertRaises(role, await projectRoleOf(em, member.id, projectId))
  const before = membership.role
  membership.changeRole(role, await otherAdmins(em, membership))
  await em.flush()
  await refreshMembers(db, target, [before, role])
  const noticed = await afterChange(work, locked, member, role)
  return told(work, 'updated', { target, noticed }, membership, member)
}

/** Ends a membership; 404, or 422 for the last admin of a project (rule A-64). */
export async function removeMember(work: Work, held: Held): Promise<Changed> {
  const { em, db } = work
  const { target } = held
  await lockTarget(work, target)
  const [membership, member] = await heldOnes(em, held)
  membership.assertNotLastAdmin(await otherAdmins(em, membership))
  em.remove(membership)
  await em.flush()
  await refreshMembers(db, target, [membership.role])
  return told(work, 'removed', { target, noticed: await noticedOf(db, target) }, membership, member)
}

/** A membership that is to be changed, whose it is and on what. */
export interface Held {
  id: number
  userId: number
  target: Target
}

/** The membership and its person, read once its target is locked. */
async function heldOnes(em: Em, { id, userId }: Held): Promise<[Membership, User]> {
  const [membership, member] = await Promise.all([
    em.findOne(Membership, { id, userId }),
    em.findOne(User, { id: userId }),
  ])
  if (!membership || !member) throw notFound()
  return [membership, member]
}

/** Drops what a project role includes, and answers who hears of it; what is asked for at once travels at once. */
async function afterChange(
  { em, db }: Work,
  { target, projectId, component }: LockedTarget,
  { id }: User,
  role: Role,
): Promise<Noticed> {
  const [noticed] = await Promise.all([
    noticedOf(db, target),
    component ? null : dropRedundant(em, id, projectId, role),
  ])
  return noticed
}

/** How many administrate the project of an admin beside them, as the database has it; of no other is it asked. */
async function otherAdmins(em: Em, { projectId, role }: Membership): Promise<number> {
  if (!projectId || role !== 'admin') return 0
  return (await em.count(Membership, { projectId, role })) - 1
}

async function told(
  work: Work,
  change: 'created' | 'updated' | 'removed',
  { target, noticed }: { target: Target; noticed: Noticed },
  membership: Membership,
  member: User,
): Promise<Changed> {
  const { actor } = work
  const { admins, name, metadata } = noticed
  const channel = channelOf({ metadata })
  await tellMembership(work, { change, membership, member, actor, admins, target: { name, channel } })
  return { membership, member, target, targetName: name }
}
