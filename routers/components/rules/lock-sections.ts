import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { formatCount } from '../../../src/lib/format-count.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { bodyId, guards, text, Toast, createToast } from '../../../src/procedures/schemas/shapes.ts'
import { SECTION_NAMES } from '../../../src/vocabulary.ts'
import { lockSectionsOfAll } from '../../../workflows/components/lock-requirements.ts'
import { assertCurrent } from '../current.ts'

const sectionName = z.enum(SECTION_NAMES, { error: `must be one of ${SECTION_NAMES.join(', ')}` })

/** Sections to lock or unlock, and the reason. */
export const SectionsInput = z.object({
  sections: z.array(sectionName).min(1, { error: 'must name at least one section' }).max(50),
  locked: z.boolean(),
  comment: text(4096).nullable().optional(),
  rule_ids: z
    .array(bodyId)
    .min(1)
    .max(10_000)
    .optional()
    .meta({ description: 'Only these requirements of the component; without it all.' }),
})

export const lockSections = writing
  .component('reviewer', 'id')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/components/{id}/lock_sections',
      tags: ['Components'],
      summary: 'Lock or unlock sections of every requirement that is not locked as a whole',
    },
  })
  .input(SectionsInput.extend(guards))
  .output(z.object({ toast: Toast }))
  .mutation(async ({ ctx, input }) => {
    const { sections, locked, comment, rule_ids: ruleIds } = input
    await assertCurrent(ctx, input)
    const count = await lockSectionsOfAll(toUnitOfWork(ctx), ctx.component, {
      sections,
      locked,
      comment,
      ruleIds,
    })
    const verb = locked ? 'locked' : 'unlocked'
    return {
      toast: createToast(
        `Sections ${verb}`,
        `${formatCount(sections.length, 'section was', 'sections were')} ${verb} on ${formatCount(count, 'requirement', 'requirements')}.`,
      ),
    }
  })
