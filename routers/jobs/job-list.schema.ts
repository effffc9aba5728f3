import { z } from 'zod'
import { JOB_STATES } from '../../entities/job.ts'
import { page, perPage } from '../../src/procedures/schemas/shapes.ts'

export const JobListInput = z.object({
  state: z.enum(JOB_STATES).optional().meta({ description: 'Only jobs in this state.' }),
  page,
  per_page: perPage(100),
})
