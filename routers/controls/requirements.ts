import { z } from 'zod'
import { withReplica, reading } from '../../src/procedures/access/builders.ts'
import { bodyId, page, perPage, requiredText } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { ControlRequirements, listRequirements } from './read/requirements.ts'

export const requirements = reading.signedIn
  .use(withReplica)
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/controls/requirements',
      tags: ['Guides'],
      summary: 'Requirements that implement a NIST SP 800-53 control or a CCI',
    },
  })
  .input(
    z.object({
      q: requiredText(32).meta({ description: 'A control, such as AC-2 (1), or a CCI, such as CCI-000015.' }),
      component_id: bodyId.optional().meta({ description: 'Only requirements of this component.' }),
      project_id: bodyId.optional().meta({ description: 'Only requirements of this project.' }),
      page,
      per_page: perPage(200, 100),
    }),
  )
  .concat(rejectUnknownKeys)
  .output(ControlRequirements)
  .query(({ ctx, input }) => listRequirements(ctx.db, ctx.actor, input))
