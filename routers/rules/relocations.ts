import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { notFoundError } from '../../src/errors.ts'
import { writing } from '../../src/procedures/access/builders.ts'
import { createToast } from '../../src/procedures/schemas/shapes.ts'
import { proposeRelocation } from '../../workflows/relocations/propose-relocation.ts'
import { ProposalInput, Proposed } from '../requirement-relocations/read/relocation-rows.schema.ts'
import { readRelocation } from '../requirement-relocations/read/relocation-rows.ts'

export const propose = writing
  .rule('author')
  .use(({ ctx, next }) => {
    if (ctx.rule.documentType !== 'srg') throw notFoundError()
    return next()
  })
  .meta({
    openapi: {
      method: 'POST',
      path: '/rules/{ruleId}/relocations',
      tags: ['Relocations'],
      summary: 'Propose to move a requirement to another technology',
    },
  })
  .input(ProposalInput)
  .output(Proposed)
  .mutation(async ({ ctx, input: { requirement_relocation: input } }) => {
    const relocation = await proposeRelocation(toUnitOfWork(ctx), ctx.rule, {
      technology: input.target_technology_token,
      component: input.target_component_id,
      project: input.target_project_id,
    })
    return {
      toast: createToast('Relocation proposed', `${relocation.sourceDisplayedName} is marked to move.`),
      relocation: await readRelocation(ctx.db, ctx.actor, relocation.id),
    }
  })
