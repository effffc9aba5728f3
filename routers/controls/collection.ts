import { z } from 'zod'
import { withReplica, reading } from '../../src/procedures/access/builders.ts'
import { bodyId } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { ControlCoverage, readControlCoverage } from './read/coverage.ts'

export const list = reading.signedIn
  .use(withReplica)
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/controls',
      tags: ['Guides'],
      summary: 'NIST SP 800-53 controls and their coverage by requirements',
    },
  })
  .input(
    z.object({
      component_id: bodyId.optional().meta({ description: 'Only requirements of this component.' }),
      project_id: bodyId.optional().meta({ description: 'Only requirements of this project.' }),
    }),
  )
  .concat(rejectUnknownKeys)
  .output(ControlCoverage)
  .query(({ ctx, input }) =>
    readControlCoverage(ctx.db, ctx.actor, { componentId: input.component_id, projectId: input.project_id }),
  )
