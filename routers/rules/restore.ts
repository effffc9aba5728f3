import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { writing } from '../../src/procedures/access/builders.ts'
import { setETag } from '../../src/procedures/schemas/guards.ts'
import { guards, createToast } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { restoreRequirement } from '../../workflows/requirements/delete-requirement.ts'
import { assertCurrent } from './guards.ts'
import { RuleAnswer } from './read/requirements.schema.ts'
import { readEditorRule } from './read/requirements.ts'

export const restore = writing
  .tombstone('admin')
  .meta({
    openapi: {
      method: 'POST',
      path: '/rules/{ruleId}/restore',
      tags: ['Requirements'],
      summary: 'Restore a deleted requirement, or recall a relocated one',
    },
    emptyBody: true,
    etag: true,
  })
  .input(z.object(guards))
  .concat(rejectUnknownKeys)
  .output(RuleAnswer)
  .mutation(async ({ ctx, input }) => {
    await assertCurrent(ctx, input)
    await restoreRequirement(toUnitOfWork(ctx), ctx.rule)
    setETag(ctx.reply, ctx.rule)
    return {
      toast: createToast('Requirement restored', `Requirement ${ctx.rule.ruleId} was restored.`),
      data: await readEditorRule(ctx.db, ctx.rule.id, ctx),
    }
  })
