import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { guards, text } from '../../../src/procedures/schemas/shapes.ts'
import { lockSections } from '../../../workflows/requirements/section-locks.ts'
import { assertCurrent } from '../guards.ts'
import { reason, SectionAnswer, toSectionResponse, toSections } from './section-response.ts'

export const lockSection = writing
  .rule('reviewer')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/rules/{ruleId}/section_locks',
      tags: ['Requirements'],
      summary: 'Lock or unlock one section of a requirement',
    },
    etag: true,
    errorText: true,
  })
  .input(
    z.object({
      section: text(255).optional(),
      locked: z.boolean().optional(),
      comment: reason,
      ...guards,
    }),
  )
  .output(SectionAnswer)
  .mutation(async ({ ctx, input }) => {
    const locks = toSections([input.section], input.locked)
    await assertCurrent(ctx, input)
    await lockSections(toUnitOfWork(ctx), ctx.rule, { ...locks, comment: input.comment })
    return toSectionResponse(ctx, locks)
  })
