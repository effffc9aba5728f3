import { sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import { DomainError } from '../../errors.ts'
import { isRecord } from '../../lib/json-values.ts'
import { middleware } from '../trpc.ts'

/** Reads of users who wrote within these milliseconds go to the primary. */
const RECENT_WRITE_MS = 10_000

/**
 * Reads from a replica (DATABASE_REPLICA_URLS), if the answer may be seconds old. Put it after the access builder,
 * which uses the primary. Falls back to the primary if the replica fails, lacks the record, or lacks the caller's
 * writes.
 */
export const withReplica = middleware(async ({ ctx, next }) => {
  const { database, log } = ctx.services
  const readFromPrimary = () => next({ ctx: { db: database.queries } })
  const replica = database.replicas.next()
  if (replica === null) return readFromPrimary()
  const pauseReplica = (cause: unknown) => {
    replica.pause()
    log.warn({ err: cause, request_id: ctx.request.id }, 'a replica did not answer')
  }
  const { recent, ids } = await findOwnWrites(database.queries, getActorId(ctx), ctx.services.clock())
  if (recent) return readFromPrimary()
  try {
    if (!(await hasEntries(replica.reader, ids))) return readFromPrimary()
  } catch (error) {
    pauseReplica(error)
    return readFromPrimary()
  }
  const result = await next({ ctx: { db: replica.reader } })
  if (result.ok) return result
  const { cause, code } = result.error
  if (cause instanceof DomainError ? cause.kind !== 'missing' : code !== 'INTERNAL_SERVER_ERROR') {
    return result
  }
  if (!(cause instanceof DomainError)) pauseReplica(cause)
  return readFromPrimary()
})

/** The id of the authorized caller; null for anonymous operations. */
function getActorId(ctx: object): number | null {
  const actor = 'actor' in ctx && isRecord(ctx.actor) ? ctx.actor['id'] : null
  return typeof actor === 'number' ? actor : null
}

/** Number of the user's latest writes to check, so that concurrent ones are covered. */
const CHECKED_WRITES = 20

/**
 * The caller's latest writes, and whether one is too recent for a replica. Every write has an audit entry in its
 * transaction, whichever process made it.
 */
async function findOwnWrites(primary: Queries, actorId: number | null, now: Date) {
  if (actorId === null) return { recent: false, ids: [] }
  const newest = await primary
    .selectFrom('audit_entries')
    .select(['id', 'created_at'])
    .where('actor_id', '=', actorId)
    .orderBy('id', 'desc')
    .limit(CHECKED_WRITES)
    .execute()
  const recent = newest.some(({ created_at: time }) => now.getTime() - Date.parse(time) < RECENT_WRITE_MS)
  return { recent, ids: newest.map(({ id }) => id) }
}

/** Whether the replica has these audit entries. */
async function hasEntries(replica: Queries, ids: number[]): Promise<boolean> {
  if (ids.length === 0) return true
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from audit_entries where id = any (${ids}::integer[])`.execute(replica)
  return rows[0]?.count === ids.length
}
