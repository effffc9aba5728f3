import { z } from 'zod'
import { JobView } from '../../src/jobs/view.ts'
import { reading } from '../../src/procedures/access/builders.ts'
import { Pagination } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { JobListInput } from './job-list.schema.ts'
import { listOwnJobs } from './read/jobs.ts'

export const list = reading.signedIn
  .meta({
    openapi: {
      method: 'GET',
      path: '/jobs',
      tags: ['Jobs'],
      summary: 'Your jobs',
    },
  })
  .input(JobListInput)
  .concat(rejectUnknownKeys)
  .output(z.object({ jobs: z.array(JobView), pagination: Pagination }))
  .query(({ ctx, input }) => listOwnJobs(ctx.db, ctx.actor.id, input))
