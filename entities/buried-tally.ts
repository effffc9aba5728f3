import { defineEntity, p } from '@mikro-orm/core'
import { TRIAGE_STATUSES } from '../src/vocabulary.ts'

const BuriedTallySchema = defineEntity({
  name: 'BuriedTally',
  tableName: 'buried_tallies',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    projectId: p.integer(),
    componentId: p.integer(),
    ruleId: p.integer(),
    triageStatus: p.enum(TRIAGE_STATUSES).nullable(),
    closed: p.boolean(),
    /** May be negative: what a change took away. */
    count: p.integer(),
  },
  indexes: [{ name: 'buried_tallies_rule_id', properties: ['ruleId'] }],
})

/**
 * How many top-level comments a deleted requirement has of each status, as lines to be added up to what the unmerged
 * lines of `CommentTally` say of it. A requirement without any is counted comment by comment.
 */
export class BuriedTally extends BuriedTallySchema.class {}
BuriedTallySchema.setClass(BuriedTally)
