import { z } from 'zod'
import { withReplica, reading } from '../../src/procedures/access/builders.ts'
import { lookupId, pathId } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { UpdateImpact, readUpdateImpact } from './read/update-impact.ts'

export const updateImpact = reading.signedIn
  .use(withReplica)
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/srgs/{id}/update_impact',
      tags: ['Guides'],
      summary: 'What another release of an SRG changes for the components based on it',
    },
    errors: [404],
  })
  .input(z.object({ id: pathId, to_id: lookupId }))
  .concat(rejectUnknownKeys)
  .output(UpdateImpact)
  .query(({ ctx, input }) => readUpdateImpact(ctx.db, ctx.actor, input.id, input.to_id))
