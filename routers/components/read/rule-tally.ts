import { sql, type RawBuilder } from 'kysely'
import { RULE_STATUSES } from '../../../src/vocabulary.ts'
import type { SeverityCounts } from '../../srgs/read/catalog-rules.schema.ts'

/**
 * Live requirements of component `c` by status, severity and lock, as a table to sum up. An index holds just these, in
 * this order, so that no requirement is read; component by component, or the planner would read those of all there are.
 */
export const ruleTally = sql`(select r.status, r.rule_severity, r.locked, count(*)::integer as count from rules r
  where r.component_id = c.id and r.deleted_at is null group by r.status, r.rule_severity, r.locked offset 0)`

/** Live requirements of component `c` with an open review request. */
export const underReview = sql<number>`(select count(*)::integer from rules r
  where r.component_id = c.id and r.review_requestor_id is not null and r.deleted_at is null)`

/** How many requirements the lines `n` of a tally count, all or those that meet a condition. */
export function tallied(condition: RawBuilder<unknown> = sql`true`): RawBuilder<number> {
  return sql<number>`coalesce(sum(n.count) filter (where ${condition}), 0)::integer`
}

/** `{high, medium, low}` over the lines `n` of a tally. */
export function talliedSeverities(): RawBuilder<SeverityCounts> {
  const [high, medium, low] = ['high', 'medium', 'low'].map((severity) =>
    tallied(sql`n.rule_severity = ${sql.lit(severity)}`),
  )
  return sql<SeverityCounts>`json_build_object('high', ${high}, 'medium', ${medium}, 'low', ${low})`
}

/** The number of each status over the lines `n` of a tally. */
export function talliedStatuses(): RawBuilder<Record<string, number>> {
  const each = RULE_STATUSES.map(
    (status) => sql`${sql.lit(status)}, ${tallied(sql`n.status = ${sql.lit(status)}`)}`,
  )
  return sql<Record<string, number>>`json_build_object(${sql.join(each)})`
}
