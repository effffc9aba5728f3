import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { setETag } from '../../../src/procedures/schemas/guards.ts'
import { bodyId, guards, text, Toast, createToast } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { moveComponent } from '../../../workflows/components/move-component.ts'
import { assertCurrent, readCurrent } from '../current.ts'
import { ComponentSummary } from '../read/component-rows.schema.ts'

const People = z.object({ count: z.int(), names: z.array(z.string()) })

const MoveInput = z.object({
  component: z.object({ project_id: bodyId }),
  audit_comment: text(4096).nullable().optional(),
  dry_run: z.boolean().default(false),
  ...guards,
})

const MoveOutput = z
  .object({
    toast: Toast,
    component: ComponentSummary,
    project: z.object({ id: z.int(), name: z.string() }),
    losing_access: People,
    gaining_access: People,
  })
  .meta({ id: 'MovedComponent' })

export const move = writing
  .componentToMove('project admin')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/move',
      tags: ['Components'],
      summary: 'Move a component into another project, with a dry run',
    },
    refusal: 'Could not move component',
    idempotencyKey: true,
    etag: true,
  })
  .input(MoveInput)
  .concat(rejectUnknownKeys)
  .output(MoveOutput)
  .mutation(async ({ ctx, input }) => {
    const { component, target } = ctx
    await assertCurrent(ctx, input)
    const { dry_run: dryRun, audit_comment: comment } = input
    const effects = await moveComponent(toUnitOfWork(ctx), component, target.projectId, { comment, dryRun })
    setETag(ctx.reply, component)
    const { name } = effects.project
    const message = dryRun
      ? `${component.name} can be moved to ${name}.`
      : `${component.name} is now in ${name}.`
    return {
      toast: createToast(dryRun ? 'Move preview' : 'Component moved', message),
      project: effects.project,
      losing_access: effects.losing,
      gaining_access: effects.gaining,
      ...(await readCurrent(ctx)),
    }
  })
