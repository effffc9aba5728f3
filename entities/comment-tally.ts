import { defineEntity, p } from '@mikro-orm/core'
import { TRIAGE_STATUSES } from '../src/vocabulary.ts'
import { foldedTallies } from './triggers.ts'

const CommentTallySchema = defineEntity({
  name: 'CommentTally',
  tableName: 'comment_tallies',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    projectId: p.integer(),
    componentId: p.integer(),
    /** Whether these comments are on requirements; else on the component as a whole. */
    onRule: p.boolean(),
    /** Of a line that one change left: which requirement. Merged lines are of all of a component. */
    ruleId: p.integer().nullable(),
    triageStatus: p.enum(TRIAGE_STATUSES).nullable(),
    closed: p.boolean(),
    /** May be negative: what a change took away. */
    count: p.integer(),
    /** Not what one change made of the counts, but the sum of several (src/server/background/tallies.ts). */
    merged: p.boolean().default(false),
  },
  indexes: [
    { name: 'comment_tallies_project_id', properties: ['projectId'] },
    { name: 'comment_tallies_component_id', properties: ['componentId'] },
    { name: 'comment_tallies_fresh', properties: ['componentId'], where: 'not merged' },
  ],
  triggers: [foldedTallies],
})

/**
 * How many top-level comments a component has of each status, as lines to be added up. Triggers append a line with
 * every change, so that writers never wait for each other. Comments on deleted requirements are in it.
 */
export class CommentTally extends CommentTallySchema.class {}
CommentTallySchema.setClass(CommentTally)
