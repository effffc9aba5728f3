import { reading, withReplica } from '../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { SrgCoverage } from './read/overview/srg-coverage.schema.ts'
import { readSrgCoverage } from './read/overview/srg-coverage.ts'

export const srgCoverage = reading
  .component('show', 'id')
  .use(withReplica)
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/components/{id}/srg_coverage',
      tags: ['Components'],
      summary: 'Coverage of the SRG by a component',
    },
  })
  .concat(rejectUnknownKeys)
  .output(SrgCoverage)
  .query(({ ctx }) => readSrgCoverage(ctx.db, ctx.scope.component_id))
