import { defineEntity, p } from '@mikro-orm/core'
import { TRIAGE_STATUSES } from '../src/vocabulary.ts'

const DeletedRuleCountSchema = defineEntity({
  name: 'DeletedRuleCount',
  tableName: 'deleted_rule_counts',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    projectId: p.integer(),
    componentId: p.integer(),
    ruleId: p.integer(),
    triageStatus: p.enum(TRIAGE_STATUSES).nullable(),
    closed: p.boolean(),
    /** Negative if comments left this status. */
    count: p.integer(),
  },
  indexes: [{ name: 'deleted_rule_counts_rule_id', properties: ['ruleId'] }],
})

/**
 * The number of top-level comments of a deleted requirement in one status. Its uncompacted `CommentCountDelta` rows add
 * to it. If a deleted requirement has no such row, its comments are counted.
 */
export class DeletedRuleCount extends DeletedRuleCountSchema.class {}
DeletedRuleCountSchema.setClass(DeletedRuleCount)
