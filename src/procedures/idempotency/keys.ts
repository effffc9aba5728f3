import { sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import { executeDeferred } from '../../database/fast-path/pipelined-lease.ts'

/** Responses are stored this long (rule E-16). */
export const RESPONSE_RETENTION_MS = 24 * 60 * 60 * 1000

/** Identifies a request: its user, method, path and key. */
export interface IdempotencyKeyValues {
  userId: number
  method: string
  path: string
  keyDigest: string
}

/** The project and component of a response; both null if it belongs to no project. */
export interface ResponseScope {
  projectId: number | null
  componentId: number | null
}

/** The stored response of a completed request. */
export interface StoredResponse extends ResponseScope {
  /** Digest of the request's input. */
  digest: string
  status: number
  headers: Record<string, string>
  /** The result or the error as JSON text; null if only the reference is left. */
  body: string | null
  /** The records of the result by their ids. */
  reference: Record<string, unknown>
}

/**
 * A lock until the end of the transaction or process. Never negative: negative lock ids belong to stored events
 * (`readHighWaterMark`).
 */
function tryLockSql({ userId, method, path, keyDigest }: IdempotencyKeyValues) {
  const name = JSON.stringify([userId, method, path, keyDigest])
  return sql`pg_try_advisory_xact_lock(hashtextextended(${name}, 15) & 9223372036854775807)`
}

/** Locks the key for this transaction without waiting; false if another transaction has it. */
export async function lockKey(db: Queries, keyValues: IdempotencyKeyValues): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select ${tryLockSql(keyValues)} as mine`.execute(db)
  return rows[0]?.mine ?? false
}

/** Finds the stored response. Call it after `lockKey`, in its own statement, which sees earlier commits. */
export async function findStoredResponse(
  db: Queries,
  keyValues: IdempotencyKeyValues,
  now: Date,
): Promise<StoredResponse | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_digest', 'status', 'headers', 'body', 'reference', 'project_id', 'component_id'])
    .where('user_id', '=', keyValues.userId)
    .where('method', '=', keyValues.method)
    .where('path', '=', keyValues.path)
    .where('key_digest', '=', keyValues.keyDigest)
    .where('created_at', '>=', toExpiry(now))
    .executeTakeFirst()
  if (!row) return null
  const { status, headers, body, reference } = row
  const scope = { projectId: row.project_id ?? null, componentId: row.component_id ?? null }
  return { ...scope, digest: row.request_digest, status, headers, body: body ?? null, reference }
}

/**
 * Stores the response of a request; false if its key already has one. `here` takes the key's lock in this statement,
 * `already` relies on the transaction's lock.
 */
export async function storeResponse(
  db: Queries,
  keyValues: IdempotencyKeyValues,
  response: StoredResponse,
  now: Date,
  locked: 'already' | 'here' = 'already',
): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_keys (user_id, method, path, key_digest, request_digest, status, headers, body, reference,
      project_id, component_id, created_at)
    select ${keyValues.userId}::int, ${keyValues.method}, ${keyValues.path}, ${keyValues.keyDigest}, ${response.digest},
      ${response.status}::int, ${JSON.stringify(response.headers)}::jsonb, ${response.body}, ${JSON.stringify(response.reference)}::jsonb,
      ${response.projectId}::int, ${response.componentId}::int, ${now.toISOString()}::timestamptz
    ${locked === 'here' ? sql`where ${tryLockSql(keyValues)}` : sql``}
    on conflict (user_id, method, path, key_digest) do update set
      request_digest = excluded.request_digest, status = excluded.status, headers = excluded.headers,
      body = excluded.body, reference = excluded.reference, project_id = excluded.project_id,
      component_id = excluded.component_id, created_at = excluded.created_at
      where idempotency_keys.created_at < ${toExpiry(now)}::timestamptz
    returning id`.execute(db)
  return rows.length > 0
}

/**
 * Removes the bodies of stored responses of a component or project, because a text in it was deleted or withdrawn.
 * Successful requests keep their references; stored errors are deleted.
 */
export async function clearStoredTexts(
  db: Queries,
  scope: { componentId: number } | { projectId: number },
): Promise<void> {
  const inScope =
    'componentId' in scope
      ? sql`component_id = ${scope.componentId}`
      : sql`(project_id = ${scope.projectId} or component_id = any
          (array(select id from components where project_id = ${scope.projectId})))`
  await executeDeferred(
    db,
    sql`with refused as (delete from idempotency_keys where ${inScope} and status >= 400)
    update idempotency_keys set body = null where ${inScope} and status < 400 and body is not null`,
  )
}

function toExpiry(now: Date): string {
  return new Date(now.getTime() - RESPONSE_RETENTION_MS).toISOString()
}
