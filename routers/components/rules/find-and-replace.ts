import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { formatCount } from '../../../src/lib/format-count.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { createToast } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import * as requirements from '../../../workflows/requirements/find/find-and-replace.ts'
import { assertCurrent } from '../current.ts'
import { Replaced, ReplaceInput } from './find-and-replace.schema.ts'

export const findAndReplace = writing
  .component('author', 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/find_and_replace',
      tags: ['Requirements'],
      summary: 'Replace a text in the requirements of a component, with a dry run',
    },
    required: ['find'],
  })
  .input(ReplaceInput)
  .concat(rejectUnknownKeys)
  .output(Replaced)
  .mutation(async ({ ctx, input }) => {
    const { find, replace, fields, texts, dry_run: dryRun } = input
    const { rule_ids: ruleIds, case_sensitive: caseSensitive } = input
    const replacement = { find, replace, fields, texts, ruleIds, caseSensitive, dryRun }
    await assertCurrent(ctx, input)
    const { rows, rows_left_out, changed, updateId } = await requirements.findAndReplace(
      toUnitOfWork(ctx),
      ctx.component,
      replacement,
    )
    const message = dryRun
      ? formatCount(changed, 'text would be changed.', 'texts would be changed.')
      : formatCount(changed, 'text was changed.', 'texts were changed.')
    const variant = changed < rows.length + rows_left_out ? 'warning' : 'success'
    return {
      toast: createToast('Find and replace', message, variant),
      update_id: updateId,
      rows,
      rows_left_out,
    }
  })
