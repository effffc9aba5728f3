import { sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import { executeDeferred } from '../../database/fast-path/pipelined-lease.ts'

/** Answers are kept this long (rule E-16). */
export const RETENTION_MS = 24 * 60 * 60 * 1000

/** What makes a request the same request: who sends it, where, and under which key. */
export interface IdempotencyKeyValues {
  userId: number
  method: string
  path: string
  keyDigest: string
}

/** Where something happened; both null for what is in no project. */
export interface ResponseScope {
  projectId: number | null
  componentId: number | null
}

/** What is known of a request that was carried out. */
export interface StoredResponse extends ResponseScope {
  /** Digest of its values. */
  digest: string
  status: number
  headers: Record<string, string>
  /** The result, or the refusal, as JSON text; null where only the reference is left. */
  body: string | null
  /** The records of the result by their ids. */
  reference: Record<string, unknown>
}

/**
 * A lock that ends with the transaction, also with that of a process that was killed: nothing stays behind. Never
 * negative, because locks below zero are those of stored events (`highWaterMark`).
 */
function lockOf({ userId, method, path, keyDigest }: IdempotencyKeyValues) {
  const name = JSON.stringify([userId, method, path, keyDigest])
  return sql`pg_try_advisory_xact_lock(hashtextextended(${name}, 15) & 9223372036854775807)`
}

/** Takes the key for this transaction without waiting; false while another one has it. */
export async function lockKey(db: Queries, keyed: IdempotencyKeyValues): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select ${lockOf(keyed)} as mine`.execute(db)
  return rows[0]?.mine ?? false
}

/** What is known of the request; ask it after `lockKey`, in a statement of its own, which sees what was committed before. */
export async function findStoredResponse(
  db: Queries,
  keyed: IdempotencyKeyValues,
  now: Date,
): Promise<StoredResponse | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_digest', 'status', 'headers', 'body', 'reference', 'project_id', 'component_id'])
    .where('user_id', '=', keyed.userId)
    .where('method', '=', keyed.method)
    .where('path', '=', keyed.path)
    .where('key_digest', '=', keyed.keyDigest)
    .where('created_at', '>=', expiry(now))
    .executeTakeFirst()
  if (!row) return null
  const { status, headers, body, reference } = row
  const place = { projectId: row.project_id ?? null, componentId: row.component_id ?? null }
  return { ...place, digest: row.request_digest, status, headers, body: body ?? null, reference }
}

/**
 * Keeps what a request was answered; false when another one with its key was there first. `locked` is how the caller
 * keeps others away: by the lock of its transaction, or by one for this statement.
 */
export async function storeResponse(
  db: Queries,
  keyed: IdempotencyKeyValues,
  kept: StoredResponse,
  now: Date,
  locked: 'already' | 'here' = 'already',
): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_keys (user_id, method, path, key_digest, request_digest, status, headers, body, reference,
      project_id, component_id, created_at)
    select ${keyed.userId}::int, ${keyed.method}, ${keyed.path}, ${keyed.keyDigest}, ${kept.digest},
      ${kept.status}::int, ${JSON.stringify(kept.headers)}::jsonb, ${kept.body}, ${JSON.stringify(kept.reference)}::jsonb,
      ${kept.projectId}::int, ${kept.componentId}::int, ${now.toISOString()}::timestamptz
    ${locked === 'here' ? sql`where ${lockOf(keyed)}` : sql``}
    on conflict (user_id, method, path, key_digest) do update set
      request_digest = excluded.request_digest, status = excluded.status, headers = excluded.headers,
      body = excluded.body, reference = excluded.reference, project_id = excluded.project_id,
      component_id = excluded.component_id, created_at = excluded.created_at
      where idempotency_keys.created_at < ${expiry(now)}::timestamptz
    returning id`.execute(db)
  return rows.length > 0
}

/**
 * Takes the text out of the answers that are kept of a component or a whole project, because a text there was deleted
 * or taken back. That the requests were carried out stays known; refusals are forgotten.
 */
export async function clearStoredTexts(
  db: Queries,
  where: { componentId: number } | { projectId: number },
): Promise<void> {
  const there =
    'componentId' in where
      ? sql`component_id = ${where.componentId}`
      : sql`(project_id = ${where.projectId} or component_id = any
          (array(select id from components where project_id = ${where.projectId})))`
  await executeDeferred(
    db,
    sql`with refused as (delete from idempotency_keys where ${there} and status >= 400)
    update idempotency_keys set body = null where ${there} and status < 400 and body is not null`,
  )
}

function expiry(now: Date): string {
  return new Date(now.getTime() - RETENTION_MS).toISOString()
}
