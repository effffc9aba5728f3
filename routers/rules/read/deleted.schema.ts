import { z } from 'zod'
import { instant } from '../../../src/procedures/schemas/shapes.ts'
import { RULE_STATUSES } from '../../../src/vocabulary.ts'

/** A soft-deleted requirement: the fields that identify it. */
export const DeletedRule = z
  .object({
    id: z.int(),
    rule_id: z.string(),
    displayed_name: z.string(),
    title: z.string().nullable(),
    version: z.string().nullable(),
    status: z.enum(RULE_STATUSES),
    deleted_at: instant,
    deleted_by: z.string().nullable().meta({ description: 'Null if the audit trail no longer contains it.' }),
    moved: z.boolean().meta({ description: 'It was relocated to another component.' }),
  })
  .meta({ id: 'DeletedRule' })
export type DeletedRule = z.infer<typeof DeletedRule>
