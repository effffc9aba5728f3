import type { Queries } from '../database.ts'
import { DomainError } from '../errors.ts'
import { isRecord } from '../wire/refused-input.ts'
import { middleware } from '../trpc.ts'

/** Somebody who wrote within this time reads their own writes, from the primary. */
const OWN_WRITES = 10_000

/**
 * For figures and histories, whose answer may be seconds old: what follows reads from a replica
 * (DATABASE_REPLICA_URLS), where there is one. Put it behind the builder of src/access/builders.ts, which asks the primary who
 * may do what. The primary answers what the replica cannot: its own failure, a record that has not reached it, and
 * the reads of somebody who has just written.
 */
export const mayLag = middleware(async ({ ctx, next }) => {
  const { database, log } = ctx.services
  const fromPrimary = () => next({ ctx: { db: database.queries } })
  const replica = database.replicas.next()
  if (replica === null || (await hasJustWritten(database.queries, actorOf(ctx), ctx.services.clock()))) {
    return fromPrimary()
  }
  const result = await next({ ctx: { db: replica.reader } })
  if (result.ok) return result
  const { cause, code } = result.error
  if (cause instanceof DomainError ? cause.kind !== 'missing' : code !== 'INTERNAL_SERVER_ERROR')
    return result
  if (!(cause instanceof DomainError)) {
    replica.rest()
    log.warn({ err: cause, request_id: ctx.request.id }, 'a replica did not answer')
  }
  return fromPrimary()
})

/** The id of the caller that a builder has admitted; null where nobody needs to sign in. */
function actorOf(ctx: object): number | null {
  const actor = 'actor' in ctx && isRecord(ctx.actor) ? ctx.actor['id'] : null
  return typeof actor === 'number' ? actor : null
}

/** Every write leaves an audit entry, whichever process of the service it came through. */
async function hasJustWritten(primary: Queries, actorId: number | null, now: Date): Promise<boolean> {
  if (actorId === null) return false
  const newest = await primary
    .selectFrom('audit_entries')
    .select('created_at')
    .where('actor_id', '=', actorId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest !== undefined && now.getTime() - Date.parse(newest.created_at) < OWN_WRITES
}
