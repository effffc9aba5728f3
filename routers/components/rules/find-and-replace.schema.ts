import { z } from 'zod'
import { bodyId, guards, requiredText, text, Toast } from '../../../src/wire/shapes.ts'
import { FOUND_FIELDS } from '../../../workflows/requirements/found-texts.ts'

export const ReplaceInput = z.object({
  find: requiredText(500),
  replace: text(10_000),
  fields: z.array(z.enum(FOUND_FIELDS)).min(1).max(FOUND_FIELDS.length).optional(),
  rule_ids: z.array(bodyId).max(10_000).optional(),
  case_sensitive: z.boolean().default(false),
  dry_run: z.boolean().default(false),
  ...guards,
})

export const ReplaceRow = z.object({
  id: z.int(),
  rule_id: z.string(),
  field: z.enum(FOUND_FIELDS),
  before: z.string(),
  after: z.string(),
  skipped: z.string().nullable().meta({ description: 'Why the text stays as it is; null when it changes.' }),
})
export const Replaced = z
  .object({
    toast: Toast,
    rows: z.array(ReplaceRow),
    rows_left_out: z.int().meta({ description: 'Further texts, for which this answer has no room.' }),
  })
  .meta({ id: 'ReplaceResult' })
