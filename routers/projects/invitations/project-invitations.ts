import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { reading, writing } from '../../../src/procedures/access/builders.ts'
import { OptionalPage } from '../../../src/procedures/lists/optional-paging.ts'
import { pathId, createToast } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { removeInvitation } from '../../../workflows/projects/invitations.ts'
import { InvitationDeclined, InvitationView } from '../read/invitations.schema.ts'
import { listInvitations } from '../read/invitations.ts'

const tags = ['Projects']

export const list = reading
  .project('admin')
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{projectId}/project_invitations',
      tags,
      summary: 'Invitations to a project from imported archives',
    },
  })
  .input(OptionalPage)
  .concat(rejectUnknownKeys)
  .output(z.array(InvitationView))
  .query(({ ctx, input }) => listInvitations(ctx.db, ctx.effectiveAccess.projectId, input))

export const decline = writing
  .project('admin')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/projects/{projectId}/project_invitations/{id}',
      tags,
      summary: 'Decline an invitation to a project',
    },
  })
  .input(z.object({ id: pathId }))
  .concat(rejectUnknownKeys)
  .output(InvitationDeclined)
  .mutation(async ({ ctx, input: { id } }) => {
    const { email } = await removeInvitation(toUnitOfWork(ctx), ctx.effectiveAccess.projectId, id)
    return { toast: createToast('Invitation declined', `${email} is not added to the project.`), id }
  })
