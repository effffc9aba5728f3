import { reading } from '../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { Workload, workloadOf } from '../reviews/read/counts/workload.ts'
import { dayOf } from '../reviews/read/lists/comment-page.ts'

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
  .query(async ({ ctx }) => ({
    rows: await workloadOf(
      ctx.db,
      ctx.services.figureCache,
      { projectId: ctx.standing.projectId },
      dayOf(ctx.services.clock()),
    ),
  }))
