import { sql } from 'kysely'
import type { Services } from '../context.ts'
import { rateWindows } from '../rate/windows.ts'

const DAY = 86_400_000
const IDEMPOTENCY_KEPT = DAY
const EVENTS_KEPT = 7 * DAY
const BATCH = 5000

/** Forgets the rate windows that can count no more: those older than the longest window (accounts 6.5). */
export async function sweepRateCounters({ database, env, clock }: Services): Promise<void> {
  const longest = Math.max(...Object.values(rateWindows(env.rateLimits)).map(({ windowMs }) => windowMs))
  const before = new Date(clock().getTime() - longest).toISOString()
  await database.reader.deleteFrom('rate_counters').where('window_start', '<', before).execute()
}

/** Forgets the answers kept for repeated requests after 24 hours (contract, decision 15). */
export function sweepIdempotencyKeys(services: Services, signal: AbortSignal): Promise<void> {
  return sweep(services, signal, 'idempotency_keys', IDEMPOTENCY_KEPT)
}

/** Forgets domain events after 7 days (comments 4.1). */
export function sweepDomainEvents(services: Services, signal: AbortSignal): Promise<void> {
  return sweep(services, signal, 'domain_events', EVENTS_KEPT)
}

/** Deletes in batches, so that no single statement holds the embedded database's only connection for long. */
async function sweep(
  { database, clock }: Services,
  signal: AbortSignal,
  table: 'idempotency_keys' | 'domain_events',
  keptMs: number,
): Promise<void> {
  const before = new Date(clock().getTime() - keptMs).toISOString()
  for (let deleted = BATCH; deleted === BATCH && !signal.aborted;) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where id in
        (select id from ${sql.table(table)} where created_at < ${before}::timestamptz order by created_at limit ${BATCH})
    `.execute(database.reader)
    deleted = Number(numAffectedRows ?? 0)
  }
}
