import { assertRaises, Membership } from '../../entities/membership.ts'
import { User } from '../../entities/user.ts'
import { onMembership } from '../../src/access/memberships.ts'
import type { Actor } from '../../src/context.ts'
import { kysely, type Em } from '../../src/database.ts'
import type { Env } from '../../src/env.ts'
import { notFound } from '../../src/errors.ts'
import { refreshMembers } from '../../src/memberships/contacts.ts'
import { tellMembership } from '../../src/outbox/membership-notices.ts'
import { toast } from '../../src/shapes.ts'
import { router } from '../../src/trpc.ts'
import { adminsOf, membershipView } from '../memberships.read.ts'
import { UpdateMembershipInput, CreateMembershipOutput } from '../memberships.schema.ts'
import { channelOf } from '../projects/metadata.ts'
import { ToastOutput } from '../tokens.schema.ts'
import { dropRedundant, projectRoleOf } from './grant.ts'
import { lockTarget, type LockedTarget } from './lock-target.ts'

const tags = ['Memberships']

/** Other roles and the end of memberships; the last admin of a project stays (accounts 3.6). */
export const changes = router({
  update: onMembership
    .meta({
      openapi: { method: 'PATCH', path: '/memberships/{id}', tags, summary: 'Give a member another role' },
      also: [{ method: 'PUT', path: '/memberships/{id}' }],
    })
    .input(UpdateMembershipInput)
    .output(CreateMembershipOutput)
    .mutation(async ({ ctx: { em, db, target, actor, now, services }, input }) => {
      const locked = await lockTarget(em, target)
      const [membership, member] = await held(em, input.id)
      const { role } = input.membership
      const { project, component } = locked
      if (component) assertRaises(role, await projectRoleOf(em, member.id, project.id))
      membership.changeRole(role, await otherAdmins(em, membership))
      await em.flush()
      if (!component) await dropRedundant(em, member.id, project.id, role)
      await refreshMembers(db, target)
      await tell(em, services.env, 'updated', locked, membership, member, actor, now)
      return {
        toast: toast('Role changed', `${member.name} is now ${role} of ${locked.name}.`),
        membership: await membershipView(db, membership.id),
      }
    }),

  destroy: onMembership
    .meta({ openapi: { method: 'DELETE', path: '/memberships/{id}', tags, summary: 'Remove a member' } })
    .output(ToastOutput)
    .mutation(async ({ ctx: { em, db, target, actor, now, services }, input }) => {
      const locked = await lockTarget(em, target)
      const [membership, member] = await held(em, input.id)
      membership.assertNotLastAdmin(await otherAdmins(em, membership))
      em.remove(membership)
      await em.flush()
      await refreshMembers(db, target)
      await tell(em, services.env, 'removed', locked, membership, member, actor, now)
      return { toast: toast('Member removed', `${member.name} is no longer a member of ${locked.name}.`) }
    }),
})

/** The membership and its person, read once its target is locked. */
async function held(em: Em, id: number): Promise<[Membership, User]> {
  const membership = await em.findOne(Membership, { id })
  const member = membership && (await em.findOne(User, { id: membership.userId }))
  if (!membership || !member) throw notFound()
  return [membership, member]
}

function otherAdmins(em: Em, { id, projectId }: Membership): Promise<number> {
  if (!projectId) return Promise.resolve(0)
  return em.count(Membership, { projectId, role: 'admin', id: { $ne: id } })
}

async function tell(
  em: Em,
  env: Env,
  change: 'updated' | 'removed',
  { target, project, component, name }: LockedTarget,
  membership: Membership,
  member: User,
  actor: Actor,
  now: Date,
): Promise<void> {
  const admins = await adminsOf(kysely(em), target)
  const channel = channelOf(component ?? project)
  tellMembership(em, env, { change, membership, member, actor, admins, target: { name, channel } }, now)
}
