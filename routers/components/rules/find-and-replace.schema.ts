import { z } from 'zod'
import { WIDEST_TEXT } from '../../../src/lib/text-lengths.ts'
import { bodyId, guards, requiredText, text, Toast } from '../../../src/procedures/schemas/shapes.ts'
import { SEARCHED_FIELDS } from '../../../workflows/requirements/find/matching-texts.ts'

export const ReplaceInput = z.object({
  find: requiredText(500),
  replace: text(WIDEST_TEXT),
  fields: z.array(z.enum(SEARCHED_FIELDS)).min(1).max(SEARCHED_FIELDS.length).optional(),
  rule_ids: z.array(bodyId).max(10_000).optional(),
  texts: z
    .array(z.object({ id: bodyId, field: z.enum(SEARCHED_FIELDS) }))
    .min(1)
    .max(10_000)
    .optional()
    .meta({
      description: 'Only these texts, as a dry run names them; all that are found where none are named.',
    }),
  case_sensitive: z.boolean().default(false),
  dry_run: z.boolean().default(false),
  ...guards,
})

export const ReplaceRow = z.object({
  id: z.int(),
  rule_id: z.string(),
  field: z.enum(SEARCHED_FIELDS),
  before: z.string(),
  after: z.string(),
  skipped: z.string().nullable().meta({ description: 'Why the text stays as it is; null when it changes.' }),
})
export const Replaced = z
  .object({
    toast: Toast,
    update_id: z.uuid().nullable().meta({
      description:
        'Id to undo the change with `undo_bulk_update` within ten minutes; null if nothing changed.',
    }),
    rows: z.array(ReplaceRow),
    rows_left_out: z.int().meta({ description: 'Number of texts that are not in this response.' }),
  })
  .meta({ id: 'ReplaceResult' })
