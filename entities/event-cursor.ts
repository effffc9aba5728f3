import { defineEntity, p } from '@mikro-orm/core'

const EventCursorSchema = defineEntity({
  name: 'EventCursor',
  tableName: 'event_cursors',
  properties: {
    name: p.text().primary(),
    eventId: p.bigint('number').default(0),
  },
})

/** The last stored event that a consumer processed, shared by all processes. */
export class EventCursor extends EventCursorSchema.class {}
EventCursorSchema.setClass(EventCursor)
