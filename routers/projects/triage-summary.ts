import { withReplica, reading } from '../../src/procedures/access/builders.ts'
import { readStatusCounts } from '../reviews/read/counts/status-counts.ts'
import { TriageSummary } from '../reviews/read/counts/triage-summary.schema.ts'
import { toTriageSummary } from '../reviews/read/counts/triage-summary.ts'

export const projectTriageSummary = reading
  .project('viewer', 'id')
  .use(withReplica)
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/projects/{id}/triage_summary',
      tags: ['Comments and reviews'],
      summary: 'Comments of a project by triage status',
    },
  })
  .output(TriageSummary)
  .query(async ({ ctx }) =>
    toTriageSummary(await readStatusCounts(ctx.db, { projectId: ctx.effectiveAccess.projectId })),
  )
