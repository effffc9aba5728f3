import { z } from 'zod'
import { writing } from '../../src/procedures/access/builders.ts'
import { Toast, createToast } from '../../src/procedures/schemas/shapes.ts'
import { withdrawProposal } from '../../workflows/relocations/propose-relocation.ts'

export const remove = writing
  .relocation()
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/requirement_relocations/{id}',
      tags: ['Relocations'],
      summary: 'Withdraw an open proposal',
    },
  })
  .output(z.object({ toast: Toast }))
  .mutation(async ({ ctx }) => {
    const { sourceDisplayedName } = ctx.relocation
    await withdrawProposal(ctx, ctx.relocation)
    return { toast: createToast('Proposal withdrawn', `${sourceDisplayedName} stays where it is.`) }
  })
