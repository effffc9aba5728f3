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
import { storeOn } from '../http/rate-limits/counters.ts'
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
 * Uploads of so many bytes are in memory at once, per process, and each several times over while it is read. More than
 * the largest upload that is taken, so that every one has its turn.
 */
const UPLOAD_BYTES = 64 * 1024 * 1024
/** An upload waits so long for its turn. */
const UPLOAD_WAIT_MS = 60_000

export interface ServiceParts {
  env: Env
  database: Database
  log: Logger
  /** Of several workers: where the boards of all of them are counted. */
  boards?: LiveStreamLimits
  tracing?: Tracing | null
  /** Tests hand in their own; the service reads the system's. */
  clock?: () => Date
}

/** Puts the parts with a lifetime of the process together. */
export function createServices({
  env,
  database,
  log,
  boards,
  tracing = null,
  clock = () => new Date(),
}: ServiceParts): Services {
  const flushes = database.orm.em.getEventManager()
  // Services that share a database would write the trail once each.
  if (![...flushes.getSubscribers()].some((known) => known instanceof AuditSubscriber)) {
    flushes.registerSubscriber(new AuditSubscriber())
  }
  const store = storeOn(database.queries)
  const figures = createMetrics()
  const throttle = createThrottle(createBackgroundLeases(database.queries))
  return {
    env,
    database,
    log,
    clock,
    limiter: createLimiter(env, store, clock, figures.refused),
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
    metrics: figures,
    tracing,
  }
}
