import { reading, writing } from '../src/access.ts'
import { admitTo, targetIn } from '../src/access/target.ts'
import { isRecord } from '../src/refused-input.ts'
import { tellMembership } from '../src/outbox/membership-notices.ts'
import { toast } from '../src/shapes.ts'
import { mergeRouters, router } from '../src/trpc.ts'
import { channelOf } from './projects/metadata.ts'
import { changes } from './memberships/changes.ts'
import { grant } from './memberships/grant.ts'
import { lockTarget } from './memberships/lock-target.ts'
import { adminsOf, membershipsOf, membershipView } from './memberships.read.ts'
import {
  CreateMembershipInput,
  CreateMembershipOutput,
  MembershipFilter,
  MembershipList,
} from './memberships.schema.ts'

const tags = ['Memberships']

const additions = router({
  list: reading.signedIn
    .meta({
      openapi: {
        method: 'GET',
        path: '/memberships',
        tags,
        summary: 'The members of a project or component',
      },
      access: { record: 'target', needs: 'viewer' },
      errors: [404],
    })
    .use(async ({ ctx, getRawInput, next }) => {
      const target = targetIn(await getRawInput())
      if (target) await admitTo(ctx.db, target, ctx.actor, 'viewer')
      return next()
    })
    .input(MembershipFilter)
    .output(MembershipList)
    .query(async ({ ctx, input }) => ({
      memberships: await membershipsOf(ctx.db, { type: input.membership_type, id: input.membership_id }),
    })),

  create: writing.signedIn
    .meta({
      openapi: { method: 'POST', path: '/memberships', tags, summary: 'Make somebody a member' },
      access: { record: 'target', needs: 'admin' },
      errors: [404],
    })
    .use(async ({ ctx, getRawInput, next }) => {
      const raw = await getRawInput()
      const target = targetIn(isRecord(raw) ? raw['membership'] : null)
      if (target) await admitTo(ctx.db, target, ctx.actor, 'admin')
      return next()
    })
    .input(CreateMembershipInput)
    .output(CreateMembershipOutput)
    .mutation(async ({ ctx: { em, db, actor, now, services }, input: { membership: given } }) => {
      const target = { type: given.membership_type, id: given.membership_id }
      const locked = await lockTarget(em, target)
      const [membership, member] = await grant(em, locked, {
        userId: given.user_id,
        role: given.role,
        accessRequestId: given.access_request_id ?? null,
      })
      const channel = channelOf(locked.component ?? locked.project)
      const admins = await adminsOf(db, target)
      const news = { change: 'created' as const, membership, member, actor, admins }
      tellMembership(em, services.env, { ...news, target: { name: locked.name, channel } }, now)
      return {
        toast: toast('Member added', `${member.name} is now ${given.role} of ${locked.name}.`),
        membership: await membershipView(db, membership.id),
      }
    }),
})

export const memberships = mergeRouters(additions, changes)
