import { defineEntity, p } from '@mikro-orm/core'
import { TRIAGE_STATUSES } from '../src/vocabulary.ts'
import { compactionTrigger } from './triggers.ts'

const CommentCountDeltaSchema = defineEntity({
  name: 'CommentCountDelta',
  tableName: 'comment_count_deltas',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    projectId: p.integer(),
    componentId: p.integer(),
    /** True for comments on requirements; false for comments on the component itself. */
    onRule: p.boolean(),
    /** The requirement of an uncompacted row; null in compacted rows, which cover a component. */
    ruleId: p.integer().nullable(),
    triageStatus: p.enum(TRIAGE_STATUSES).nullable(),
    closed: p.boolean(),
    /** Negative if comments left this status. */
    count: p.integer(),
    /** True if the row is the sum of several rows (src/app/background/comment-count-deltas.ts). */
    compacted: p.boolean().default(false),
  },
  indexes: [
    { name: 'comment_count_deltas_project_id', properties: ['projectId'] },
    { name: 'comment_count_deltas_component_id', properties: ['componentId'] },
    { name: 'comment_count_deltas_uncompacted', properties: ['componentId'], where: 'not compacted' },
  ],
  triggers: [compactionTrigger],
})

/**
 * A change of the number of top-level comments of a component in one status; the sum of all rows is the count. Triggers
 * append rows, so that writers never wait for each other. Comments on deleted requirements are included.
 */
export class CommentCountDelta extends CommentCountDeltaSchema.class {}
CommentCountDeltaSchema.setClass(CommentCountDelta)
