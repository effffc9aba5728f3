import { sql, type RawBuilder } from 'kysely'
import { countedRulesSql, RULE_COUNTS } from '../../../entities/rule-count-delta.ts'
import { type DocumentType, RULE_STATUSES, SEVERITIES, toStatusKey } from '../../../src/vocabulary.ts'
import type { SeverityCounts } from '../../srgs/read/catalog-rules.schema.ts'

interface RuleCounts {
  total: number
  locked: number
  under_review: number
  not_yet_determined: number
}

const SUMS = RULE_COUNTS.map((column) => `sum(t.${column})::integer as ${column}`).join(', ')

/** Sums the counts of the query `figures` by document type. */
export const sumOfTypes = sql<RuleCounts & { document_type: DocumentType }>`(
  select t.document_type, ${sql.raw(SUMS)} from figures t group by t.document_type)`

/**
 * Counts of the live requirements of component `c`, as a table of one row: stored counts, or a direct count
 * if nothing is stored. The columns are those of `RULE_COUNTS`.
 */
export const ruleCounts = sql<RuleCounts>`(
  select ${sql.raw(SUMS)} from rule_count_deltas t where t.component_id = c.id having bool_or(t.base)
  union all
  select n.* from (select where not exists (select from rule_count_deltas t where t.component_id = c.id and t.base)) unkept
    cross join lateral (${sql.raw(countedRulesSql('c.id'))}) n)`

/** `{high, medium, low}` from a row `n` of counts. */
export const countedSeverities: RawBuilder<SeverityCounts> = sql`json_build_object(${sql.join(
  SEVERITIES.flatMap((severity) => [sql.lit(severity), sql.ref(`n.${severity}`)]),
)})`

/** Number of each status from a row `n` of counts. */
export const countedStatuses: RawBuilder<Record<string, number>> = sql`json_build_object(${sql.join(
  RULE_STATUSES.flatMap((status) => [sql.lit(status), sql.ref(`n.${toStatusKey(status)}`)]),
)})`
