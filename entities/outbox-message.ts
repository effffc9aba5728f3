import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id, jsonObject, time } from './columns.ts'

/** `account`: an email about an account; after the response it is rendered, if the account exists. */
export const OUTBOX_KINDS = ['mail', 'chat', 'account'] as const
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
    /** Held messages with the same key are merged; null for messages that are sent separately. */
    mergeKey: p.text().nullable(),
    createdAt: createdAt(),
  },
  uniques: [{ name: 'outbox_messages_merge_key', properties: ['mergeKey'], where: 'merge_key is not null' }],
  indexes: [
    {
      name: 'outbox_messages_due',
      properties: ['nextAttemptAt', 'id'],
      where: 'delivered_at is null and abandoned_at is null',
    },
    { name: 'outbox_messages_created_at', properties: ['createdAt'] },
  ],
})

/**
 * An email or chat message, written in the transaction that caused it and delivered afterwards (rule A-75).
 */
export class OutboxMessage extends OutboxMessageSchema.class {}
OutboxMessageSchema.setClass(OutboxMessage)
