import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { onMembership } from '../../src/procedures/access/builders/memberships.ts'
import { createToast, ToastOutput } from '../../src/procedures/schemas/shapes.ts'
import { changeRole, removeMember } from '../../workflows/memberships/members.ts'
import { CreateMembershipOutput, role } from './read/memberships.schema.ts'
import { toMembershipView } from './read/memberships.ts'

const tags = ['Memberships']

export const UpdateMembershipInput = z.object({ membership: z.object({ role }) })

export const update = onMembership
  .meta({
    openapi: { method: 'PATCH', path: '/memberships/{id}', tags, summary: 'Change the role of a member' },
    also: [{ method: 'PUT', path: '/memberships/{id}' }],
  })
  .input(UpdateMembershipInput)
  .output(CreateMembershipOutput)
  .mutation(async ({ ctx, input }) => {
    const { role } = input.membership
    const changed = await changeRole(toUnitOfWork(ctx), ctx.membership, role)
    return {
      toast: createToast('Role changed', `${changed.member.name} is now ${role} of ${changed.targetName}.`),
      membership: toMembershipView(changed),
    }
  })

export const destroy = onMembership
  .meta({ openapi: { method: 'DELETE', path: '/memberships/{id}', tags, summary: 'Remove a member' } })
  .output(ToastOutput)
  .mutation(async ({ ctx }) => {
    const { member, targetName } = await removeMember(toUnitOfWork(ctx), ctx.membership)
    return { toast: createToast('Member removed', `${member.name} is no longer a member of ${targetName}.`) }
  })
