import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { formatCount } from '../../../src/lib/format-count.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { guards, requiredText, Toast, createToast } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { unlockAll } from '../../../workflows/components/lock-requirements.ts'
import { assertCurrent } from '../current.ts'

export const unlock = writing
  .component('admin', 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/unlock',
      tags: ['Components'],
      summary: 'Unlock every locked requirement',
    },
    refusal: 'Could not unlock',
    idempotencyKey: true,
  })
  .input(
    z.object({
      review: z.object({ action: z.literal('unlock_control'), comment: requiredText(10_000) }),
      ...guards,
    }),
  )
  .concat(rejectUnknownKeys)
  .output(z.object({ toast: Toast, unlocked: z.int() }))
  .mutation(async ({ ctx, input }) => {
    await assertCurrent(ctx, input)
    const unlocked = await unlockAll(toUnitOfWork(ctx), ctx.component, input.review.comment)
    return {
      toast: createToast(
        'Requirements unlocked',
        formatCount(unlocked, 'requirement was unlocked.', 'requirements were unlocked.'),
      ),
      unlocked,
    }
  })
