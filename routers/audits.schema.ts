import { z } from 'zod'
import { bodyId, date, page, Pagination, perPage, text } from '../src/shapes.ts'
import { TextDiff } from './guides/compare.ts'
import { AuditEntryView } from './histories.schema.ts'

/** What narrows the trail; days are whole days in UTC, both included (components 4.7). */
export const auditFilter = {
  project_id: bodyId.optional(),
  component_id: bodyId.optional(),
  rule_id: bodyId.optional(),
  actor_id: bodyId.optional(),
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

/** An entry whose changed texts also come as word differences. */
export const RuleHistoryEntry = AuditEntryView.extend({
  audited_changes: z.array(
    z.object({
      field: z.string(),
      prev_value: z.unknown().nullable(),
      new_value: z.unknown().nullable(),
      diff: TextDiff.optional(),
    }),
  ),
}).meta({ id: 'RuleHistoryEntry' })

export const RuleHistoryPage = z
  .object({ rows: z.array(RuleHistoryEntry), pagination: Pagination })
  .meta({ id: 'RuleHistoryPage' })
