import { reading } from '../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { readBreakdown } from '../reviews/read/counts/breakdown.ts'
import { createFigureSource } from '../reviews/read/counts/by-component.ts'
import { Workload, readWorkload } from '../reviews/read/counts/workload.ts'
import { toDay } from '../reviews/read/lists/comment-page.ts'

export const projectWorkload = reading
  .project('author')
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{projectId}/triage_workload',
      tags: ['Comments and reviews'],
      summary: 'Open comments per triager of a project',
    },
  })
  .concat(rejectUnknownKeys)
  .output(Workload)
  .query(async ({ ctx: { db, services, effectiveAccess } }) => {
    const source = createFigureSource(db, services.figureCache, { projectId: effectiveAccess.projectId })
    const today = toDay(services.clock())
    const [rows, breakdown] = await Promise.all([readWorkload(source, today), readBreakdown(source, today)])
    return { rows, ...breakdown }
  })
