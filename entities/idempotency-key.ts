import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id } from './columns.ts'
import { User } from './user.ts'

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
    status: p.integer(),
    headers: p.json<Record<string, string>>(),
    /** The result or the refusal; null where it was too large to keep, or held a text that was taken back since. */
    body: p.text().nullable(),
    /** The records of the result by their ids. */
    reference: p.json<Record<string, unknown>>(),
    /** Where it happened, without a foreign key: it says nothing more once that is deleted. */
    projectId: p.integer().nullable(),
    componentId: p.integer().nullable(),
    createdAt: createdAt(),
  },
  uniques: [{ name: 'idempotency_keys_unique', properties: ['userId', 'method', 'path', 'keyDigest'] }],
  indexes: [
    { name: 'idempotency_keys_created_at', properties: ['createdAt'] },
    { name: 'idempotency_keys_component_id', properties: ['componentId'] },
    { name: 'idempotency_keys_project_id', properties: ['projectId'] },
  ],
})

/**
 * A request that was carried out under its key, and what it was answered (rule E-16). The row is written by
 * the transaction of the request itself: it is there exactly when what the request did is there.
 */
export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey)
