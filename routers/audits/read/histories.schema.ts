import { z } from 'zod'
import { instant } from '../../../src/procedures/schemas/shapes.ts'

const NAME =
  'The name of the record whose id is the value, or the names of several: of a requirement at `addressed_by_rule_id`, of SRGs with their versions at `security_requirements_guide_id` and `source_srg_ids`. Absent where the record was created.'

/** A field in an audit entry. */
export const AuditedChange = z.object({
  field: z.string(),
  prev_value: z.unknown().nullable(),
  new_value: z.unknown().nullable(),
  prev_name: z.string().nullish().meta({ description: NAME }),
  new_name: z.string().nullish().meta({ description: NAME }),
  shortened: z.literal(true).optional().meta({
    description:
      'Only the beginning of each text is here, because the page would be too large. A page of fewer entries has them whole.',
  }),
})

/** An audit entry in histories, without ids or addresses of people (rule A-82). */
export const AuditEntryView = z
  .object({
    id: z.int(),
    action: z.string(),
    auditable_type: z.string(),
    auditable_id: z.int().nullable(),
    name: z.string().nullable().meta({ description: 'The user who made the change.' }),
    audited_name: z.string().nullable().meta({ description: 'The user or record that changed.' }),
    comment: z.string().nullable(),
    created_at: instant,
    occurrences: z.int().meta({
      description: 'Number of occurrences: repeated rejections within a minute are one entry.',
    }),
    audited_changes: z.array(AuditedChange),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntryView = z.infer<typeof AuditEntryView>
