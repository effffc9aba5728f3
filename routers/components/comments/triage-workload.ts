import { reading } from '../../../src/access/builders.ts'
import { knownMembersOnly } from '../../../src/trpc.ts'
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
  .concat(knownMembersOnly)
  .output(Workload)
  .query(async ({ ctx }) => ({
    rows: await workloadOf(
      ctx.db,
      ctx.services.answers,
      { componentId: ctx.scope.component_id },
      dayOf(ctx.services.clock()),
    ),
  }))
