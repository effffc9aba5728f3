import { reading } from '../../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { Workload, workloadOf } from '../../reviews/read/counts/workload.ts'
import { dayOf } from '../../reviews/read/lists/comment-page.ts'

export const componentWorkload = reading
  .component('author')
  .meta({
    openapi: {
      method: 'GET',
      path: '/components/{componentId}/triage_workload',
      tags: ['Comments and reviews'],
      summary: 'Open comments per triager of a component',
    },
  })
  .concat(rejectUnknownKeys)
  .output(Workload)
  .query(async ({ ctx }) => ({
    rows: await workloadOf(
      ctx.db,
      ctx.services.figureCache,
      { componentId: ctx.scope.component_id },
      dayOf(ctx.services.clock()),
    ),
  }))
