import { sql } from 'kysely'
import { PRESENT_MS } from '../../../entities/presence.ts'
import { sweep, type SweepServices } from '../../background/sweep.ts'
import { createRateLimits } from '../../http/rate-limits/rate-limits.ts'
import { RESPONSE_RETENTION_MS } from '../../procedures/idempotency/keys.ts'
import type { Services } from '../../services.ts'

const DAY = 86_400_000
/** How long the rows of these tables are retained, in milliseconds. */
export const RETENTION_MS = {
  idempotency_keys: RESPONSE_RETENTION_MS,
  domain_events: 7 * DAY,
  /** Longer than the undo window. */
  bulk_updates: 3_600_000,
  jobs: DAY,
} as const

/** Deletes rate limit counters that are older than the longest window (rule A-68). */
export function sweepRateCounters(
  services: SweepServices & Pick<Services, 'env'>,
  signal: AbortSignal,
): Promise<void> {
  const { env, clock } = services
  const longest = Math.max(...Object.values(createRateLimits(env.rateLimits)).map(({ windowMs }) => windowMs))
  const before = new Date(clock().getTime() - longest).toISOString()
  return sweep(services, signal, {
    table: 'rate_limit_counters',
    condition: sql`window_start < ${before}::timestamptz`,
    order: 'window_start',
  })
}

/** Deletes expired presences (rule R-64). */
export function sweepPresences(services: SweepServices, signal: AbortSignal): Promise<void> {
  const before = new Date(services.clock().getTime() - PRESENT_MS).toISOString()
  return sweep(services, signal, {
    table: 'presences',
    condition: sql`seen_at < ${before}::timestamptz`,
    order: 'seen_at',
  })
}

/** Deletes idempotency keys and their responses after 24 hours (rule E-16). */
export function sweepIdempotencyKeys(services: SweepServices, signal: AbortSignal): Promise<void> {
  return sweepOlder(services, signal, 'idempotency_keys')
}

/** Deletes domain events after 7 days (rule R-51). */
export function sweepDomainEvents(services: SweepServices, signal: AbortSignal): Promise<void> {
  return sweepOlder(services, signal, 'domain_events')
}

/** Deletes the records of bulk updates that can no longer be undone (rule C-83). */
export function sweepBulkUpdates(services: SweepServices, signal: AbortSignal): Promise<void> {
  return sweepOlder(services, signal, 'bulk_updates')
}

/** Deletes jobs 24 hours after they ended (rule C-71), in small batches because their results are large. */
export function sweepJobs(services: SweepServices, signal: AbortSignal): Promise<void> {
  const before = new Date(services.clock().getTime() - RETENTION_MS.jobs).toISOString()
  return sweep(services, signal, {
    table: 'jobs',
    condition: sql`finished_at < ${before}::timestamptz and state not in ('queued', 'running')`,
    order: 'id',
    batch: 10,
  })
}

function sweepOlder(
  services: SweepServices,
  signal: AbortSignal,
  table: 'idempotency_keys' | 'domain_events' | 'bulk_updates',
): Promise<void> {
  const before = new Date(services.clock().getTime() - RETENTION_MS[table]).toISOString()
  return sweep(services, signal, {
    table,
    condition: sql`created_at < ${before}::timestamptz`,
    order: 'created_at',
  })
}
