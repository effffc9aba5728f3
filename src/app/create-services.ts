import type { Logger } from 'pino'
import { AuditSubscriber } from '../audit/subscriber.ts'
import { createSessionLookup } from '../auth/sessions/lookup.ts'
import { createTokenLookup } from '../auth/token.ts'
import { createBackgroundLeases } from '../background/leases.ts'
import { createThrottle } from '../background/throttle.ts'
import type { Env } from '../config/env.ts'
import type { Database } from '../database/database.ts'
import { createBoardAccess } from '../events/board-access.ts'
import { createEventHub } from '../events/hub.ts'
import { createByteBudget } from '../http/byte-budget.ts'
import { createConcurrencyLimits } from '../http/concurrency/concurrency-limits.ts'
import type { LiveStreamLimits } from '../http/concurrency/live-streams.ts'
import { createRateStore } from '../http/rate-limits/counters.ts'
import { createLimiter } from '../http/rate-limits/limiter.ts'
import { createStoredResponseQuota } from '../procedures/idempotency/quota.ts'
import { createFigureCache } from '../procedures/lists/figure-cache.ts'
import { createTotalCache } from '../procedures/lists/total-cache.ts'
import { createIndexer } from '../search/indexer.ts'
import type { Services } from '../services.ts'
import type { Tracing } from '../telemetry/tracing/tracing.ts'
import { createWorkerPool } from '../workers/pool.ts'
import { createMetrics } from './metrics/metrics.ts'

/**
 * Bytes of uploads in memory at once, per process; each is in memory several times while it is parsed. More than the
 * largest allowed upload, so that every upload fits.
 */
const UPLOAD_BYTES = 64 * 1024 * 1024
/** How long an upload waits for memory. */
const UPLOAD_WAIT_MS = 60_000

export interface ServiceDependencies {
  env: Env
  database: Database
  log: Logger
  /** In a worker: limits that count the live boards of all workers. */
  boards?: LiveStreamLimits
  tracing?: Tracing | null
  /** The system clock by default; tests pass their own. */
  clock?: () => Date
}

/** Creates the services that live as long as the process. */
export function createServices({
  env,
  database,
  log,
  boards,
  tracing = null,
  clock = () => new Date(),
}: ServiceDependencies): Services {
  const flushes = database.orm.em.getEventManager()
  // Register once per database: each subscriber would write the audit entries again.
  if (![...flushes.getSubscribers()].some((subscriber) => subscriber instanceof AuditSubscriber)) {
    flushes.registerSubscriber(new AuditSubscriber())
  }
  const store = createRateStore(database.queries)
  const metrics = createMetrics()
  const throttle = createThrottle(createBackgroundLeases(database.queries))
  return {
    env,
    database,
    log,
    clock,
    limiter: createLimiter(env, store, clock, metrics.countRejection),
    sessions: createSessionLookup({ database, env, clock }),
    tokens: createTokenLookup({ database, env, clock }),
    events: createEventHub(database.queries, log),
    boardAccess: createBoardAccess({ database, env, clock }),
    concurrency: createConcurrencyLimits(env, boards),
    uploads: createByteBudget(UPLOAD_BYTES, UPLOAD_WAIT_MS),
    indexer: createIndexer(database, log, throttle),
    totalCache: createTotalCache(),
    figureCache: createFigureCache(),
    storedResponseQuota: createStoredResponseQuota(),
    workers: createWorkerPool(),
    throttle,
    metrics,
    tracing,
  }
}
