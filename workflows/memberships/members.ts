import { assertRaises, Membership } from '../../entities/membership.ts'
import { User } from '../../entities/user.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { loadNoticeTarget, countOtherActiveAdmins, type NoticeTarget } from '../../src/auth/access/admins.ts'
import { refreshContact } from '../../src/auth/access/contacts.ts'
import type { Em } from '../../src/database/database.ts'
import { notFoundError } from '../../src/errors.ts'
import { getChannel } from '../../src/outbox/channel.ts'
import { notifyOfMembership } from '../../src/outbox/membership-notices.ts'
import type { Target } from '../../src/procedures/access/target.ts'
import type { Role } from '../../src/vocabulary.ts'
import { dropRedundant, makeMember, readProjectRole, type Grant } from './grant.ts'
import { lockTarget, type LockedTarget } from './lock-target.ts'

/** A membership, its user, and the name of its project or component. */
export interface MembershipResult {
  membership: Membership
  member: User
  target: Target
  targetName: string
}

/** Adds a member to a target and notifies them and its admins (rule A-62). Throws like `grant`. */
export async function addMember(
  work: UnitOfWork,
  target: Target,
  grantRequest: Grant,
): Promise<MembershipResult> {
  const locked = await lockTarget(work, target)
  const [membership, member] = await makeMember(work, locked, grantRequest)
  const noticeTarget = await notifyAfterChange(work, locked, member)
  return notifyMember(work, 'created', { target, noticeTarget }, membership, member)
}

/**
 * Changes a member's role (rule A-64).
 * @throws 404, 422 for the last admin of a project, or a component role without effect
 */
export async function changeRole(
  work: UnitOfWork,
  current: HeldMembership,
  role: Role,
): Promise<MembershipResult> {
  const { em, db } = work
  const { target } = current
  const locked = await lockTarget(work, target)
  const [membership, member] = await loadMembership(em, current)
  const { projectId, component } = locked
  if (component) assertRaises(role, await readProjectRole(em, member.id, projectId))
  const before = membership.role
  membership.changeRole(role, await countOtherAdmins(work, membership))
  await em.flush()
  await refreshContact(db, target, [before, role])
  const noticeTarget = await notifyAfterChange(work, locked, member)
  return notifyMember(work, 'updated', { target, noticeTarget }, membership, member)
}

/** Removes a membership; throws 404, or 422 for the last admin of a project (rule A-64). */
export async function removeMember(work: UnitOfWork, current: HeldMembership): Promise<MembershipResult> {
  const { em, db } = work
  const { target } = current
  await lockTarget(work, target)
  const [membership, member] = await loadMembership(em, current)
  membership.assertNotLastAdmin(await countOtherAdmins(work, membership))
  em.remove(membership)
  await em.flush()
  await refreshContact(db, target, [membership.role])
  return notifyMember(
    work,
    'removed',
    { target, noticeTarget: await loadNoticeTarget(db, target) },
    membership,
    member,
  )
}

/** A membership to change, with its user and target. */
export interface HeldMembership {
  id: number
  userId: number
  target: Target
}

/** Reads the membership and its user after the target was locked. */
async function loadMembership(em: Em, { id, userId }: HeldMembership): Promise<[Membership, User]> {
  const [membership, member] = await Promise.all([
    em.findOne(Membership, { id, userId }),
    em.findOne(User, { id: userId }),
  ])
  if (!membership || !member) throw notFoundError()
  return [membership, member]
}

/** Deletes included component roles and reads the people to notify, in one round trip. */
async function notifyAfterChange(
  { em, db }: UnitOfWork,
  { target, projectId, component }: LockedTarget,
  { id }: User,
): Promise<NoticeTarget> {
  const [noticeTarget] = await Promise.all([
    loadNoticeTarget(db, target),
    component ? null : dropRedundant(em, projectId, [id]),
  ])
  return noticeTarget
}

/** Counts other unlocked admins of a project; 0 without a query for other memberships (rule A-64). */
async function countOtherAdmins(
  { db }: UnitOfWork,
  { projectId, userId, role }: Membership,
): Promise<number> {
  if (!projectId || role !== 'admin') return 0
  const [row] = await countOtherActiveAdmins(db, projectId, userId)
  return row?.count ?? 0
}

async function notifyMember(
  work: UnitOfWork,
  change: 'created' | 'updated' | 'removed',
  { target, noticeTarget }: { target: Target; noticeTarget: NoticeTarget },
  membership: Membership,
  member: User,
): Promise<MembershipResult> {
  const { actor } = work
  const { admins, name, metadata } = noticeTarget
  const channel = getChannel({ metadata })
  await notifyOfMembership(work, { change, membership, member, actor, admins, target: { name, channel } })
  return { membership, member, target, targetName: name }
}
