import { reading } from '../../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { RevisionChanges } from '../read/revision-history.schema.ts'
import { readRevisionChanges } from '../read/revision-history.ts'

export const changes = reading
  .componentPair('show')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/components/changes',
      tags: ['Components'],
      summary: 'What changed between any two components',
    },
    errors: [404],
  })
  .concat(rejectUnknownKeys)
  .output(RevisionChanges)
  .query(({ ctx, input: { base_id, diff_id } }) => readRevisionChanges(ctx, base_id, diff_id))
