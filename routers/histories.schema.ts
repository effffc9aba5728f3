import { z } from 'zod'
import { instant } from '../src/shapes.ts'

/** One entry of the audit trail as histories publish it: no ids or addresses of people (accounts 2.8). */
export const AuditEntryView = z
  .object({
    id: z.int(),
    action: z.string(),
    auditable_type: z.string(),
    auditable_id: z.int().nullable(),
    name: z.string().nullable().meta({ description: 'Who did it.' }),
    audited_name: z.string().nullable().meta({ description: 'Whom or what it was done to.' }),
    comment: z.string().nullable(),
    created_at: instant,
    audited_changes: z.array(
      z.object({ field: z.string(), prev_value: z.unknown().nullable(), new_value: z.unknown().nullable() }),
    ),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntryView = z.infer<typeof AuditEntryView>
