import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { writing } from '../../src/procedures/access/builders.ts'
import { createToast } from '../../src/procedures/schemas/shapes.ts'
import { acceptProposal } from '../../workflows/relocations/decide-proposal.ts'
import { Landed } from './read/relocation-rows.schema.ts'

export const accept = writing
  .settledProposal()
  .meta({
    openapi: {
      method: 'POST',
      path: '/requirement_relocations/{id}/accept',
      tags: ['Relocations'],
      summary: 'Accept a proposed requirement into a component',
    },
  })
  .output(Landed)
  .mutation(async ({ ctx, input: { target_component_id: target } }) => {
    const { relocated, name } = await acceptProposal(toUnitOfWork(ctx), ctx, target)
    return {
      toast: createToast('Requirement moved', `${ctx.relocation.sourceDisplayedName} is now ${name}.`),
      landed_rule_id: relocated.id,
    }
  })
