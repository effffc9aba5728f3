import { z } from 'zod'
import { writing } from '../../src/access.ts'
import type { RequestContext } from '../../src/context.ts'
import { guards, requiredText, text, Toast, toast } from '../../src/shapes.ts'
import { SECTION_NAMES } from '../../src/vocabulary.ts'
import { assertCurrent } from './current.ts'
import { lockAll, lockSectionsOfAll } from './locks.read.ts'

const tags = ['Components']

const originOf = (ctx: { request: RequestContext['request']; now: Date }) => ({
  requestId: ctx.request.id,
  address: ctx.request.address,
  now: ctx.now,
})

const sectionName = z.enum(SECTION_NAMES, { error: `must be one of ${SECTION_NAMES.join(', ')}` })

/** Which sections to lock or open, and why. */
export const SectionsInput = z.object({
  sections: z.array(sectionName).min(1, { error: 'must name at least one section' }).max(50),
  locked: z.boolean(),
  comment: text(4096).nullable().optional(),
})

/** What the trail says when the caller gave no reason (components 3.4). */
export function sectionComment(
  comment: string | null | undefined,
  sections: string[],
  locked: boolean,
): string {
  if (comment?.trim()) return comment
  return `${locked ? 'Locked' : 'Unlocked'} sections: ${sections.join(', ')}`
}

/** Locks over all requirements of a component (components 3.4). */
export const locks = {
  lock: writing
    .component('admin', 'id')
    .meta({
      openapi: {
        method: 'POST',
        path: '/components/{id}/lock',
        tags,
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
    .mutation(async ({ ctx, input }) => {
      await assertCurrent(ctx, input)
      const where = { componentId: ctx.component.id, projectId: ctx.component.projectId }
      const { locked, skipped } = await lockAll(ctx.db, where, ctx.actor, input.review.comment, originOf(ctx))
      const said = [`${locked} requirements were locked.`]
      if (skipped.length === 0) return { toast: toast('Requirements locked', said) }
      return {
        toast: toast(
          'Some requirements were left out',
          [...said, `Left out: ${skipped.join(', ')}.`],
          'warning',
        ),
      }
    }),

  lockSections: writing
    .component('reviewer', 'id')
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/components/{id}/lock_sections',
        tags,
        summary: 'Lock or open sections of every requirement that is not locked as a whole',
      },
    })
    .input(SectionsInput.extend(guards))
    .output(z.object({ toast: Toast }))
    .mutation(async ({ ctx, input }) => {
      const { sections, locked } = input
      await assertCurrent(ctx, input)
      const where = { componentId: ctx.component.id, projectId: ctx.component.projectId }
      const given = { sections, locked, comment: sectionComment(input.comment, sections, locked) }
      const count = await lockSectionsOfAll(ctx.db, where, ctx.actor, given, originOf(ctx))
      const verb = locked ? 'locked' : 'opened'
      return {
        toast: toast(
          `Sections ${verb}`,
          `${sections.length} sections were ${verb} on ${count} requirements.`,
        ),
      }
    }),
}
