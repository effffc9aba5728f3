import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { pathId, createToast } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { confirmInvitation } from '../../../workflows/projects/invitations.ts'
import { toMembershipView } from '../../memberships/read/memberships.ts'
import { InvitationConfirmed } from '../read/invitations.schema.ts'

/** Reveals whether an address has an account, so it has the rate limit of the user search. */
export const confirm = writing
  .project('admin')
  .meta({
    openapi: {
      method: 'POST',
      path: '/projects/{projectId}/project_invitations/{id}/confirm',
      tags: ['Projects'],
      summary: 'Confirm an invitation: its person becomes a member',
    },
    emptyBody: true,
    limits: ['user_search'],
    refusal: 'Invitation not confirmed',
  })
  .input(z.object({ id: pathId }))
  .concat(rejectUnknownKeys)
  .output(InvitationConfirmed)
  .mutation(async ({ ctx, input: { id } }) => {
    const added = await confirmInvitation(toUnitOfWork(ctx), ctx.effectiveAccess.projectId, id)
    const { role } = added.membership
    return {
      toast: createToast('Member added', `${added.member.name} is now ${role} of ${added.targetName}.`),
      id,
      membership: toMembershipView(added),
    }
  })
