import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { writing } from '../../src/procedures/access/builders.ts'
import { Toast, createToast } from '../../src/procedures/schemas/shapes.ts'
import { declineProposal } from '../../workflows/relocations/decide-proposal.ts'
import { DeclineInput } from './read/relocation-rows.schema.ts'

export const decline = writing
  .settledProposal()
  .meta({
    openapi: {
      method: 'POST',
      path: '/requirement_relocations/{id}/decline',
      tags: ['Relocations'],
      summary: 'Decline a proposal, with a rationale',
    },
  })
  .input(DeclineInput)
  .output(z.object({ toast: Toast }))
  .mutation(async ({ ctx, input }) => {
    const { adjudication_rationale: rationale } = input.requirement_relocation
    await declineProposal(toUnitOfWork(ctx), ctx, input.target_component_id, rationale)
    return {
      toast: createToast('Proposal declined', `${ctx.relocation.sourceDisplayedName} stays where it is.`),
    }
  })
