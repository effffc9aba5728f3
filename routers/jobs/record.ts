import { z } from 'zod'
import { JobView, readJobView } from '../../src/jobs/view.ts'
import { reading, writing } from '../../src/procedures/access/builders.ts'
import { Toast, createToast } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { endJob } from '../../workflows/jobs/end-job.ts'

const tags = ['Jobs']

export const show = reading
  .job()
  .meta({ openapi: { method: 'GET', path: '/jobs/{id}', tags, summary: 'Progress of a job' } })
  .concat(rejectUnknownKeys)
  .output(JobView)
  .query(({ ctx, input }) => readJobView(ctx.db, input.id))

export const end = writing
  .job()
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/jobs/{id}',
      tags,
      summary: 'Cancel a job, or delete an ended one',
    },
  })
  .concat(rejectUnknownKeys)
  .output(z.object({ toast: Toast, job: JobView }))
  .mutation(async ({ ctx, input }) => {
    const before = await readJobView(ctx.db, input.id)
    const ended = await endJob(ctx.db, ctx.ownJob)
    if (ended === 'cancelled') {
      const job = await readJobView(ctx.db, input.id)
      return { toast: createToast('Job canceled', 'The job was rolled back.'), job }
    }
    return { toast: createToast('Job removed', 'The result is no longer available.'), job: before }
  })
