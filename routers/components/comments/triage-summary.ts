import { withReplica, reading } from '../../../src/procedures/access/builders.ts'
import { readStatusCounts } from '../../reviews/read/counts/status-counts.ts'
import { TriageSummary } from '../../reviews/read/counts/triage-summary.schema.ts'
import { toTriageSummary } from '../../reviews/read/counts/triage-summary.ts'

export const componentTriageSummary = reading
  .component('show', 'id')
  .use(withReplica)
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/components/{id}/triage_summary',
      tags: ['Comments and reviews'],
      summary: 'Comments of a component by triage status',
    },
  })
  .output(TriageSummary)
  .query(async ({ ctx }) =>
    toTriageSummary(await readStatusCounts(ctx.db, { componentId: ctx.scope.component_id })),
  )
