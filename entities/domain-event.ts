import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, jsonObject } from './columns.ts'
import { createTrigger } from './triggers.ts'

const DomainEventSchema = defineEntity({
  name: 'DomainEvent',
  tableName: 'domain_events',
  properties: {
    /** Event order; a trigger and src/events/high-water-mark.ts determine up to which id it is complete. */
    id: p.bigint('number').primary().autoincrement(),
    projectId: p.integer().nullable(),
    componentId: p.integer().nullable(),
    kind: p.text(),
    data: jsonObject<Record<string, unknown>>(() => ({})),
    actorId: p.integer().nullable(),
    actorName: p.text().nullable(),
    createdAt: createdAt(),
  },
  indexes: [
    { name: 'domain_events_project_order', properties: ['projectId', 'id'] },
    { name: 'domain_events_component_order', properties: ['componentId', 'id'] },
    { name: 'domain_events_created_at', properties: ['createdAt'] },
    // Few events mention people, so others don't pay for the index.
    {
      name: 'domain_events_mentioned',
      expression: `create index "domain_events_mentioned" on "domain_events" using gin ((data -> 'mentioned') jsonb_path_ops) where (data -> 'mentioned') is not null`,
    },
  ],
  triggers: [
    createTrigger({
      table: 'domain_events',
      name: 'domain_events_order',
      timing: 'before',
      events: ['insert'],
      forEach: 'statement',
      run: 'lock_event_order()',
    }),
  ],
})

/** A domain event for streams and subscribers, written in the transaction that caused it. */
export class DomainEvent extends DomainEventSchema.class {}
DomainEventSchema.setClass(DomainEvent)
