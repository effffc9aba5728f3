import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id, updatedAt } from './columns.ts'
import { User } from './user.ts'

export const IDEMPOTENCY_STATES = ['running', 'done'] as const
export type IdempotencyState = (typeof IDEMPOTENCY_STATES)[number]

const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    id: id(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    method: p.text(),
    path: p.text(),
    keyDigest: p.text(),
    requestDigest: p.text(),
    state: p.enum(IDEMPOTENCY_STATES).default('running'),
    status: p.integer().nullable(),
    headers: p.json<Record<string, string>>().nullable(),
    body: p.text().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  uniques: [{ name: 'idempotency_keys_unique', properties: ['userId', 'method', 'path', 'keyDigest'] }],
  indexes: [{ name: 'idempotency_keys_created_at', properties: ['createdAt'] }],
  checks: [
    { name: 'idempotency_keys_done_has_status', expression: "(state = 'done') = (status is not null)" },
  ],
})

/** The kept answer of a request that may be sent again (contract, decision 15). */
export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey)
