import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id, jsonObject, time } from './columns.ts'

export const OUTBOX_KINDS = ['mail', 'chat'] as const
export type OutboxKind = (typeof OUTBOX_KINDS)[number]

const OutboxMessageSchema = defineEntity({
  name: 'OutboxMessage',
  tableName: 'outbox_messages',
  properties: {
    id: id(),
    kind: p.enum(OUTBOX_KINDS),
    payload: jsonObject<Record<string, unknown>>(() => ({})),
    attempts: p.integer().default(0),
    nextAttemptAt: time()
      .defaultRaw('clock_timestamp()')
      .onCreate(() => new Date()),
    deliveredAt: time().nullable(),
    /** Set when no further attempt is made. */
    abandonedAt: time().nullable(),
    lastError: p.text().nullable(),
    createdAt: createdAt(),
  },
  indexes: [
    {
      name: 'outbox_messages_due',
      expression:
        'create index "outbox_messages_due" on "outbox_messages" ("next_attempt_at", "id") where delivered_at is null and abandoned_at is null',
    },
    { name: 'outbox_messages_created_at', properties: ['createdAt'] },
  ],
})

/** A mail or chat message, written in the transaction that caused it and delivered after it (accounts 6.8, 6.9). */
export class OutboxMessage extends OutboxMessageSchema.class {}
OutboxMessageSchema.setClass(OutboxMessage)
