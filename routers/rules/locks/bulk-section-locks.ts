import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { guards, text } from '../../../src/procedures/schemas/shapes.ts'
import * as requirements from '../../../workflows/requirements/section-locks.ts'
import { assertCurrent } from '../guards.ts'
import { reason, SectionAnswer, toSectionResponse, toSections } from './section-response.ts'

export const lockSections = writing
  .rule('reviewer')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/rules/{ruleId}/bulk_section_locks',
      tags: ['Requirements'],
      summary: 'Lock or unlock several sections of a requirement',
    },
    etag: true,
    errorText: true,
  })
  .input(
    z.object({
      sections: z.array(text(255)).max(50).default([]),
      locked: z.boolean().optional(),
      comment: reason,
      ...guards,
    }),
  )
  .output(SectionAnswer)
  .mutation(async ({ ctx, input }) => {
    const locks = toSections(input.sections, input.locked)
    await assertCurrent(ctx, input)
    await requirements.lockSections(toUnitOfWork(ctx), ctx.rule, { ...locks, comment: input.comment })
    return toSectionResponse(ctx, locks)
  })
