import { reading } from '../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { JobListInput } from '../jobs/job-list.schema.ts'
import { JobPage } from './read/jobs.schema.ts'
import { listAllJobs } from './read/jobs.ts'

export const jobs = reading.systemAdmin
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/administration/jobs',
      tags: ['Administration'],
      summary: 'Jobs of all users',
    },
  })
  .input(JobListInput)
  .concat(rejectUnknownKeys)
  .output(JobPage)
  .query(({ ctx, input }) => listAllJobs(ctx.db, input))
