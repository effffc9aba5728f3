import { z } from 'zod'
import { JOB_STATES } from '../../entities/job.ts'
import { reading } from '../../src/procedures/access/builders.ts'
import { page, perPage } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { JobPage } from './read/jobs.schema.ts'
import { allJobs } from './read/jobs.ts'

export const jobs = reading.systemAdmin
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/administration/jobs',
      tags: ['Administration'],
      summary: 'Jobs of all users',
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
  .output(JobPage)
  .query(({ ctx, input }) => allJobs(ctx.db, input))
