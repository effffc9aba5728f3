import { z } from 'zod'
import { JobView, viewJob } from '../../src/jobs/view.ts'
import { reading, writing } from '../../src/procedures/access/builders.ts'
import { Toast, toast } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { endJob } from '../../workflows/jobs/end-job.ts'

const tags = ['Jobs']

export const show = reading
  .job()
  .meta({ openapi: { method: 'GET', path: '/jobs/{id}', tags, summary: 'How far long work is' } })
  .concat(rejectUnknownKeys)
  .output(JobView)
  .query(({ ctx, input }) => viewJob(ctx.db, input.id))

export const end = writing
  .job()
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/jobs/{id}',
      tags,
      summary: 'Cancel long work, or forget its result',
    },
  })
  .concat(rejectUnknownKeys)
  .output(z.object({ toast: Toast, job: JobView }))
  .mutation(async ({ ctx, input }) => {
    const before = await viewJob(ctx.db, input.id)
    const ended = await endJob(ctx.db, ctx.ownJob)
    if (ended === 'cancelled') {
      const job = await viewJob(ctx.db, input.id)
      return { toast: toast('Cancelled', 'What it did is undone; nothing of it stays.'), job }
    }
    return { toast: toast('Forgotten', 'The result is gone.'), job: before }
  })
