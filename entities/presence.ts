import { defineEntity, p } from '@mikro-orm/core'
import { time } from './columns.ts'

/** Someone who sent no sign for this long is gone: three of the signs that a page sends. */
export const PRESENT_MS = 45_000

const PresenceSchema = defineEntity({
  name: 'Presence',
  tableName: 'presences',
  properties: {
    userId: p.integer().primary().autoincrement(false),
    componentId: p.integer().primary().autoincrement(false),
    ruleId: p.integer().nullable(),
    reviewId: p.integer().nullable(),
    seenAt: time(),
  },
  indexes: [
    { name: 'presences_component_id', properties: ['componentId', 'seenAt'] },
    { name: 'presences_seen_at', properties: ['seenAt'] },
  ],
})

/** What a user has on the screen now, in a component (rule R-64); deleted soon after they leave. */
export class Presence extends PresenceSchema.class {}
PresenceSchema.setClass(Presence)
