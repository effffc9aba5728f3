import { reading } from '../../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { readLastRebase } from '../read/rebase/last-rebase.ts'
import { LastRebaseOutput } from './rebase.schema.ts'

export const lastRebase = reading
  .component('show', 'id')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/components/{id}/last_rebase',
      tags: ['Components'],
      summary: 'The last rebase of a component, if it can be undone',
    },
  })
  .concat(rejectUnknownKeys)
  .output(LastRebaseOutput)
  .query(async ({ ctx: { db, scope } }) => ({ rebase: await readLastRebase(db, scope.component_id) }))
