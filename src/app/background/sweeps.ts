import { sql } from 'kysely'
import { PRESENT_MS } from '../../../entities/presence.ts'
import { sweep, type SweepServices } from '../../background/sweep.ts'
import { rateLimits } from '../../http/rate-limits/rate-limits.ts'
import type { Services } from '../../services.ts'

const DAY = 86_400_000
/** How long the rows of these tables are kept, in milliseconds. */
export const KEPT = {
  idempotency_keys: DAY,
  domain_events: 7 * DAY,
  /** Longer than they can be taken back. */
  bulk_updates: 3_600_000,
  jobs: DAY,
} as const

/** Forgets the rate windows that can count no more: those older than the longest window (rule A-68). */
export function sweepRateCounters(
  services: SweepServices & Pick<Services, 'env'>,
  signal: AbortSignal,
): Promise<void> {
  const { env, clock } = services
  const longest = Math.max(...Object.values(rateLimits(env.rateLimits)).map(({ windowMs }) => windowMs))
  const before = new Date(clock().getTime() - longest).toISOString()
  return sweep(services, signal, {
    table: 'rate_limit_counters',
    where: sql`window_start < ${before}::timestamptz`,
    order: 'window_start',
  })
}

/** Forgets who looked at what a while ago (rule R-64). */
export function sweepPresences(services: SweepServices, signal: AbortSignal): Promise<void> {
  const before = new Date(services.clock().getTime() - PRESENT_MS).toISOString()
  return sweep(services, signal, {
    table: 'presences',
    where: sql`seen_at < ${before}::timestamptz`,
    order: 'seen_at',
  })
}

/** Forgets the answers kept for repeated requests after 24 hours (rule E-16). */
export function sweepIdempotencyKeys(services: SweepServices, signal: AbortSignal): Promise<void> {
  return sweepOlder(services, signal, 'idempotency_keys')
}

/** Forgets domain events after 7 days (rule R-51). */
export function sweepDomainEvents(services: SweepServices, signal: AbortSignal): Promise<void> {
  return sweepOlder(services, signal, 'domain_events')
}

/** Forgets what is known of bulk updates, once they can no longer be taken back (rule C-83). */
export function sweepBulkUpdates(services: SweepServices, signal: AbortSignal): Promise<void> {
  return sweepOlder(services, signal, 'bulk_updates')
}

/** Forgets jobs with their answers 24 hours after they ended (rule C-71); few at once, because answers are large. */
export function sweepJobs(services: SweepServices, signal: AbortSignal): Promise<void> {
  const before = new Date(services.clock().getTime() - KEPT.jobs).toISOString()
  return sweep(services, signal, {
    table: 'jobs',
    where: sql`finished_at < ${before}::timestamptz and state not in ('queued', 'running')`,
    order: 'id',
    batch: 10,
  })
}

function sweepOlder(
  services: SweepServices,
  signal: AbortSignal,
  table: 'idempotency_keys' | 'domain_events' | 'bulk_updates',
): Promise<void> {
  const before = new Date(services.clock().getTime() - KEPT[table]).toISOString()
  return sweep(services, signal, {
    table,
    where: sql`created_at < ${before}::timestamptz`,
    order: 'created_at',
  })
}
