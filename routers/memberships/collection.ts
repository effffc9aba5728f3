import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { reading, writing } from '../../src/procedures/access/builders.ts'
import { bodyId, lookupId, createToast } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { addMember } from '../../workflows/memberships/members.ts'
import { CreateMembershipOutput, membershipType, role, MembershipView } from './read/memberships.schema.ts'
import { listMemberships, toMembershipView } from './read/memberships.ts'

const tags = ['Memberships']

export const CreateMembershipInput = z.object({
  membership: z.object({
    user_id: bodyId,
    role: role.default('viewer'),
    membership_type: membershipType,
    membership_id: lookupId,
    access_request_id: bodyId.nullish(),
  }),
})

export const MembershipFilter = z.object({ membership_type: membershipType, membership_id: lookupId })

export const MembershipList = z.object({ memberships: z.array(MembershipView) })

export const list = reading
  .target('viewer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/memberships',
      tags,
      summary: 'The members of a project or component',
    },
  })
  .input(MembershipFilter)
  .concat(rejectUnknownKeys)
  .output(MembershipList)
  .query(async ({ ctx, input }) => ({
    memberships: await listMemberships(ctx.db, { type: input.membership_type, id: input.membership_id }),
  }))

export const create = writing
  .target('admin', 'membership')
  .meta({
    openapi: { method: 'POST', path: '/memberships', tags, summary: 'Add a member' },
    limits: ['user_search'],
  })
  .input(CreateMembershipInput)
  .output(CreateMembershipOutput)
  .mutation(async ({ ctx, input: { membership: values } }) => {
    const { user_id: userId, role, access_request_id: accessRequestId = null } = values
    const target = { type: values.membership_type, id: values.membership_id }
    const added = await addMember(toUnitOfWork(ctx), target, { userId, role, accessRequestId })
    return {
      toast: createToast('Member added', `${added.member.name} is now ${role} of ${added.targetName}.`),
      membership: toMembershipView(added),
    }
  })
