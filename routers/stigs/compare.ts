import { z } from 'zod'
import { withReplica, reading } from '../../src/procedures/access/builders.ts'
import { lookupId } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { createWorkersForRead } from '../../src/workers/workers-for-request.ts'
import { compareGuides, GuideComparison } from '../srgs/read/comparison.ts'

const tags = ['Guides']

export const compare = reading.signedIn
  .use(withReplica)
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/stigs/compare',
      tags,
      summary: 'What changed between two releases of a STIG',
    },
    errors: [404],
  })
  .input(z.object({ base_id: lookupId, diff_id: lookupId }))
  .concat(rejectUnknownKeys)
  .output(GuideComparison)
  .query(({ ctx, signal, input }) =>
    compareGuides(
      { db: ctx.db, workers: createWorkersForRead({ ctx, signal }), kind: 'stig' },
      input.base_id,
      input.diff_id,
    ),
  )
