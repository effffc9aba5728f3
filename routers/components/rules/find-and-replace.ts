import { writing } from '../../../src/access/builders.ts'
import { knownMembersOnly } from '../../../src/trpc.ts'
import { toast } from '../../../src/wire/shapes.ts'
import { workOf } from '../../../src/work.ts'
import * as requirements from '../../../workflows/requirements/find-and-replace.ts'
import { assertCurrent } from '../current.ts'
import { Replaced, ReplaceInput } from './find-and-replace.schema.ts'

export const findAndReplace = writing
  .component('author', 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/find_and_replace',
      tags: ['Requirements'],
      summary: 'Replace a text in the requirements of a component, or try it',
    },
    required: ['find'],
  })
  .input(ReplaceInput)
  .concat(knownMembersOnly)
  .output(Replaced)
  .mutation(async ({ ctx, input }) => {
    const { find, replace, fields, rule_ids: ruleIds, case_sensitive: caseSensitive, dry_run: dryRun } = input
    const given = { find, replace, fields, ruleIds, caseSensitive, dryRun }
    await assertCurrent(ctx, input)
    const { rows, rows_left_out, changed } = await requirements.findAndReplace(
      workOf(ctx),
      ctx.component,
      given,
    )
    const said = `${changed} texts ${dryRun ? 'would be' : 'were'} changed.`
    const variant = changed < rows.length + rows_left_out ? 'warning' : 'success'
    return { toast: toast('Find and replace', said, variant), rows, rows_left_out }
  })
