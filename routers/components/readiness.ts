import { reading } from '../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { createWorkersForRead } from '../../src/workers/workers-for-request.ts'
import { Readiness, ReadinessInput } from './read/overview/readiness.schema.ts'
import { readReadiness } from './read/overview/readiness.ts'

export const readiness = reading
  .component('viewer', 'id')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/components/{id}/readiness',
      tags: ['Components'],
      summary: 'What blocks the release of a component',
    },
  })
  .input(ReadinessInput)
  .concat(rejectUnknownKeys)
  .output(Readiness)
  .query(({ ctx, signal, input }) =>
    readReadiness(
      ctx.db,
      createWorkersForRead({ ctx, signal }),
      ctx.scope.component_id,
      input.findings_limit,
    ),
  )
