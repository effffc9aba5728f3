import { writing } from '../../src/access/builders.ts'
import { toast } from '../../src/wire/shapes.ts'
import { workOf } from '../../src/work.ts'
import { acceptProposal } from '../../workflows/relocations/decide-proposal.ts'
import { Landed } from './read/relocation-rows.schema.ts'

export const accept = writing
  .proposal('author')
  .meta({
    openapi: {
      method: 'POST',
      path: '/requirement_relocations/{id}/accept',
      tags: ['Relocations'],
      summary: 'Take a proposed requirement into a component',
    },
  })
  .output(Landed)
  .mutation(async ({ ctx, input: { target_component_id: target } }) => {
    const { landed, name } = await acceptProposal(workOf(ctx), ctx, target)
    return {
      toast: toast('Requirement moved', `${ctx.relocation.sourceDisplayedName} is now ${name}.`),
      landed_rule_id: landed.id,
    }
  })
