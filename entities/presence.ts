import { defineEntity, p } from '@mikro-orm/core'
import { time } from './columns.ts'

/** A user without a heartbeat for this long has left; pages send a heartbeat three times as often. */
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

/** What a user currently views in a component (rule R-64); deleted soon after they leave. */
export class Presence extends PresenceSchema.class {}
PresenceSchema.setClass(Presence)
