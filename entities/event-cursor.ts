import { defineEntity, p } from '@mikro-orm/core'

const EventCursorSchema = defineEntity({
  name: 'EventCursor',
  tableName: 'event_cursors',
  properties: {
    name: p.text().primary(),
    eventId: p.bigint('number').default(0),
  },
})

/** How far a reader of the stored events has come, for all processes. */
export class EventCursor extends EventCursorSchema.class {}
EventCursorSchema.setClass(EventCursor)
