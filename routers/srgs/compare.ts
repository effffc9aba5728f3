import { z } from 'zod'
import { withReplica, reading } from '../../src/procedures/access/builders.ts'
import { lookupId } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { createWorkersForRead } from '../../src/workers/workers-for-request.ts'
import { compareGuides, GuideComparison } from './read/comparison.ts'

const tags = ['Guides']

export const compare = reading.signedIn
  .use(withReplica)
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/srgs/compare',
      tags,
      summary: 'What changed between two releases of an SRG',
    },
    errors: [404],
  })
  .input(z.object({ base_id: lookupId, diff_id: lookupId }))
  .concat(rejectUnknownKeys)
  .output(GuideComparison)
  .query(({ ctx, signal, input }) =>
    compareGuides(
      { db: ctx.db, workers: createWorkersForRead({ ctx, signal }), kind: 'srg' },
      input.base_id,
      input.diff_id,
    ),
  )
