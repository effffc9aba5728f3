import { mayLag, reading } from '../../src/access.ts'
import { router } from '../../src/trpc.ts'
import { TriageSummary } from './summaries.schema.ts'
import { byStatus, sum, tallyOf, type TallyLine } from './tally.ts'

const tags = ['Comments and reviews']

export const summaries = router({
  projectTriageSummary: reading
    .project('viewer', 'id')
    .use(mayLag)
    .meta({
      openapi: {
        method: 'GET',
        path: '/api/projects/{id}/triage_summary',
        tags,
        summary: 'Where the triage of a project stands',
      },
    })
    .output(TriageSummary)
    .query(async ({ ctx }) => summaryOf(await tallyOf(ctx.db, { projectId: ctx.standing.projectId }))),

  componentTriageSummary: reading
    .component('show', 'id')
    .use(mayLag)
    .meta({
      openapi: {
        method: 'GET',
        path: '/api/components/{id}/triage_summary',
        tags,
        summary: 'Where the triage of a component stands',
      },
    })
    .output(TriageSummary)
    .query(async ({ ctx }) => summaryOf(await tallyOf(ctx.db, { componentId: ctx.scope.component_id }))),
})

/** Counts and the share that is closed, rounded half up to one decimal; null of nothing (comments 2.11). */
export function summaryOf(lines: TallyLine[]): TriageSummary {
  const total = sum(lines)
  const adjudicated = sum(lines.filter((line) => line.closed))
  return {
    by_triage_status: byStatus(lines),
    total,
    adjudicated,
    adjudication_pct: total === 0 ? null : Math.round((adjudicated * 1000) / total) / 10,
  }
}
