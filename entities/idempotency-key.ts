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
    /** The response body. Null if it was too large, or contained a text that was withdrawn later. */
    body: p.text().nullable(),
    /** References to the records of the response, by id. */
    reference: p.json<Record<string, unknown>>(),
    /** The project of the request, without a foreign key; once it is deleted, the id has no meaning. */
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
 * A request that was processed under its idempotency key, and its response (rule E-16). The transaction of
 * the request writes the row, so both commit or neither does.
 */
export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey)
