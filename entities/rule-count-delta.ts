import { defineEntity, p } from '@mikro-orm/core'
import { RULE_STATUSES, SEVERITIES, toStatusKey } from '../src/vocabulary.ts'

/** Counters that one index scan over requirements `r` computes: column and condition. */
const INDEXED: readonly (readonly [column: string, condition: string])[] = [
  ['total', 'true'],
  ['locked', 'r.locked'],
  ...SEVERITIES.map((severity) => [severity, `r.rule_severity = '${severity}'`] as const),
  ...RULE_STATUSES.map((status) => [toStatusKey(status), `r.status = '${status}'`] as const),
]

/** Columns of the stored counts. */
export const RULE_COUNTS: readonly string[] = ['under_review', ...INDEXED.map(([column]) => column)]

/** SQL that counts a component's live requirements directly; returns one row. */
export function countedRulesSql(component: string): string {
  const live = `from rules r where r.component_id = ${component} and r.deleted_at is null`
  const counts = INDEXED.map(
    ([column, condition]) => `count(*) filter (where ${condition})::integer as ${column}`,
  )
  return `select (select count(*) ${live} and r.review_requestor_id is not null)::integer as under_review,
    ${counts.join(', ')} ${live}`
}

const count = () => p.integer()

const RuleCountDeltaSchema = defineEntity({
  name: 'RuleCountDelta',
  tableName: 'rule_count_deltas',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    componentId: p.integer(),
    /**
     * True for the base row, to which deltas are added. Without a base row, requirements are counted
     * directly.
     */
    base: p.boolean().default(false),
    /** The count in a base row; otherwise the change, which can be negative. */
    total: count(),
    locked: count(),
    underReview: count(),
    high: count(),
    medium: count(),
    low: count(),
    notYetDetermined: count(),
    applicableConfigurable: count(),
    applicableInherentlyMeets: count(),
    applicableDoesNotMeet: count(),
    notApplicable: count(),
    applicable: count(),
  },
  indexes: [
    { name: 'rule_count_deltas_component_id', properties: ['componentId'] },
    { name: 'rule_count_deltas_uncompacted', properties: ['componentId'], where: 'not base' },
  ],
  uniques: [{ name: 'rule_count_deltas_base', properties: ['componentId'], where: 'base' }],
})

/**
 * A change of a component's counts of live requirements by status, severity and state; the sum of all rows is the count.
 * Triggers append rows, so that writers never wait for each other.
 */
export class RuleCountDelta extends RuleCountDeltaSchema.class {}
RuleCountDeltaSchema.setClass(RuleCountDelta)
