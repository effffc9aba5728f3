import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { formatCount } from '../../../src/lib/format-count.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { guards, requiredText, Toast, createToast } from '../../../src/procedures/schemas/shapes.ts'
import { createWorkersForRead } from '../../../src/workers/workers-for-request.ts'
import { lockAll } from '../../../workflows/components/lock-requirements.ts'
import { assertCurrent } from '../current.ts'

export const lock = writing
  .component('admin', 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/lock',
      tags: ['Components'],
      summary: 'Lock every requirement that is ready; the others are named',
    },
  })
  .input(
    z.object({
      review: z.object({ action: z.literal('lock_control'), comment: requiredText(10_000) }),
      ...guards,
    }),
  )
  .output(z.object({ toast: Toast }))
  .mutation(async ({ ctx, signal, input }) => {
    await assertCurrent(ctx, input)
    const workers = createWorkersForRead({ ctx, signal })
    const { locked, skipped } = await lockAll(toUnitOfWork(ctx), workers, ctx.component, input.review.comment)
    const message = [formatCount(locked, 'requirement was locked.', 'requirements were locked.')]
    if (skipped.length === 0) return { toast: createToast('Requirements locked', message) }
    return {
      toast: createToast(
        'Some requirements were left out',
        [...message, `Skipped: ${skipped.join(', ')}.`],
        'warning',
      ),
    }
  })
