import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { rateWindows } from '../../rate/windows.ts'

const DAY = 86_400_000
const IDEMPOTENCY_KEPT = DAY
const EVENTS_KEPT = 7 * DAY
/** Longer than they can be taken back. */
const BULK_UPDATES_KEPT = 3_600_000
const BATCH = 5000

/** Forgets the rate windows that can count no more: those older than the longest window (rule A-68). */
export async function sweepRateCounters({ database, env, clock }: Services): Promise<void> {
  const longest = Math.max(...Object.values(rateWindows(env.rateLimits)).map(({ windowMs }) => windowMs))
  const before = new Date(clock().getTime() - longest).toISOString()
  await database.queries.deleteFrom('rate_counters').where('window_start', '<', before).execute()
}

/** Forgets the answers kept for repeated requests after 24 hours (rule E-16). */
export function sweepIdempotencyKeys(services: Services, signal: AbortSignal): Promise<void> {
  return sweep(services, signal, 'idempotency_keys', IDEMPOTENCY_KEPT)
}

/** Forgets domain events after 7 days (rule R-51). */
export function sweepDomainEvents(services: Services, signal: AbortSignal): Promise<void> {
  return sweep(services, signal, 'domain_events', EVENTS_KEPT)
}

/** Forgets what is known of bulk updates, once they can no longer be taken back (rule C-83). */
export function sweepBulkUpdates(services: Services, signal: AbortSignal): Promise<void> {
  return sweep(services, signal, 'bulk_updates', BULK_UPDATES_KEPT)
}

/** Forgets jobs with their answers 24 hours after they ended (rule C-71); few at once, because answers are large. */
export async function sweepJobs({ database, clock }: Services, signal: AbortSignal): Promise<void> {
  const before = new Date(clock().getTime() - DAY).toISOString()
  for (let deleted = 1; deleted > 0 && !signal.aborted;) {
    const { numAffectedRows } = await sql`
      delete from jobs where id in (select id from jobs
        where finished_at < ${before}::timestamptz and state not in ('queued', 'running') order by id limit 10)
    `.execute(database.queries)
    deleted = Number(numAffectedRows ?? 0)
  }
}

/** Deletes in batches, so that no single statement holds the embedded database's only connection for long. */
async function sweep(
  { database, clock }: Services,
  signal: AbortSignal,
  table: 'idempotency_keys' | 'domain_events' | 'bulk_updates',
  keptMs: number,
): Promise<void> {
  const before = new Date(clock().getTime() - keptMs).toISOString()
  for (let deleted = BATCH; deleted === BATCH && !signal.aborted;) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where id in
        (select id from ${sql.table(table)} where created_at < ${before}::timestamptz order by created_at limit ${BATCH})
    `.execute(database.queries)
    deleted = Number(numAffectedRows ?? 0)
  }
}
