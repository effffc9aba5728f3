import { z } from 'zod'
import { date, lookupId, page, Pagination, perPage, text } from '../../../src/procedures/schemas/shapes.ts'
import { TextDiff } from '../../srgs/read/comparison.ts'
import { AuditedChange, AuditEntryView } from './histories.schema.ts'

/** Filters of the audit log; days are whole days in UTC, both inclusive (rule C-70). */
export const auditFilter = {
  project_id: lookupId.optional(),
  component_id: lookupId.optional(),
  rule_id: lookupId.optional(),
  actor_id: lookupId.optional(),
  action: text(100).optional(),
  from: date.optional(),
  to: date.optional(),
}
export const AuditFilter = z.object({ ...auditFilter })
export type AuditFilter = z.infer<typeof AuditFilter>

export const AuditQuery = z.object({ ...auditFilter, page, per_page: perPage(100) })

export const AuditPage = z
  .object({ rows: z.array(AuditEntryView), pagination: Pagination })
  .meta({ id: 'AuditPage' })

/** An audit entry with word differences of the changed texts. */
export const RuleHistoryEntry = AuditEntryView.extend({
  audited_changes: z.array(
    AuditedChange.extend({
      diff: TextDiff.optional(),
      diff_left_out: z.literal(true).optional().meta({
        description:
          'The texts are too long to compare in one answer with the others. A page of fewer entries compares more.',
      }),
    }),
  ),
}).meta({ id: 'RuleHistoryEntry' })

export const RuleHistoryPage = z
  .object({ rows: z.array(RuleHistoryEntry), pagination: Pagination })
  .meta({ id: 'RuleHistoryPage' })
