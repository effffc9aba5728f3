import { z } from 'zod'
import { JobView } from '../../../src/jobs/view.ts'
import { Pagination } from '../../../src/procedures/schemas/shapes.ts'

export const JobPage = z.object({
  jobs: z.array(
    JobView.omit({ refusal: true })
      .extend({ user_id: z.int(), user_name: z.string() })
      .meta({ id: 'UserJob' }),
  ),
  pagination: Pagination,
})
