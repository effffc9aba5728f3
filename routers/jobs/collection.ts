import { z } from 'zod'
import { JOB_STATES } from '../../entities/job.ts'
import { JobView } from '../../src/jobs/view.ts'
import { reading } from '../../src/procedures/access/builders.ts'
import { page, Pagination, perPage } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { ownJobs } from './read/jobs.ts'

export const list = reading.signedIn
  .meta({
    openapi: {
      method: 'GET',
      path: '/jobs',
      tags: ['Jobs'],
      summary: 'Your jobs',
    },
  })
  .input(
    z.object({
      state: z.enum(JOB_STATES).optional().meta({ description: 'Only jobs in this state.' }),
      page,
      per_page: perPage(100),
    }),
  )
  .concat(rejectUnknownKeys)
  .output(z.object({ jobs: z.array(JobView), pagination: Pagination }))
  .query(({ ctx, input }) => ownJobs(ctx.db, ctx.actor.id, input))
