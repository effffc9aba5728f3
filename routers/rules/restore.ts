import { z } from 'zod'
import { writing } from '../../src/access/builders.ts'
import { knownMembersOnly } from '../../src/trpc.ts'
import { tag } from '../../src/wire/guards.ts'
import { guards, toast } from '../../src/wire/shapes.ts'
import { workOf } from '../../src/work.ts'
import { restoreRequirement } from '../../workflows/requirements/bury-requirement.ts'
import { assertCurrent } from './guards.ts'
import { editorRule } from './read/requirements.ts'
import { RuleAnswer } from './read/requirements.schema.ts'

export const restore = writing
  .tombstone('admin')
  .meta({
    openapi: {
      method: 'POST',
      path: '/rules/{ruleId}/restore',
      tags: ['Requirements'],
      summary: 'Bring a deleted requirement back, or call back one that was moved',
    },
    emptyBody: true,
    etag: true,
  })
  .input(z.object(guards))
  .concat(knownMembersOnly)
  .output(RuleAnswer)
  .mutation(async ({ ctx, input }) => {
    await assertCurrent(ctx, input)
    await restoreRequirement(workOf(ctx), ctx.rule)
    tag(ctx.reply, ctx.rule)
    return {
      toast: toast('Requirement restored', `Requirement ${ctx.rule.ruleId} is back.`),
      data: await editorRule(ctx.db, ctx.rule.id, ctx),
    }
  })
