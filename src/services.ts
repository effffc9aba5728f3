import type { Logger } from 'pino'
import type { Metrics } from './app/metrics/metrics.ts'
import type { SessionLookup } from './auth/sessions/lookup.ts'
import type { TokenLookup } from './auth/token.ts'
import type { Throttle } from './background/throttle.ts'
import type { Env } from './config/env.ts'
import type { Database } from './database/database.ts'
import type { BoardAccess } from './events/board-access.ts'
import type { EventHub } from './events/hub.ts'
import type { ByteBudget } from './http/byte-budget.ts'
import type { ConcurrencyLimits } from './http/concurrency/concurrency-limits.ts'
import type { Limiter } from './http/rate-limits/limiter.ts'
import type { StoredResponseQuota } from './procedures/idempotency/quota.ts'
import type { FigureCache } from './procedures/lists/figure-cache.ts'
import type { TotalCache } from './procedures/lists/total-cache.ts'
import type { Indexer } from './search/indexer.ts'
import type { Tracing } from './telemetry/tracing/tracing.ts'
import type { WorkerPool } from './workers/pool.ts'

/** Everything with a lifetime of the process. Made once by createApp, handed to every request. */
export interface Services {
  database: Database
  env: Env
  log: Logger
  limiter: Limiter
  sessions: SessionLookup
  tokens: TokenLookup
  /** Tells live boards of this process what happened, whichever process wrote it. */
  events: EventHub
  /** Whether a live board may stay open. */
  boardAccess: BoardAccess
  /** The memory that uploads share while they are read. */
  uploads: ByteBudget
  /** What one person may take of what all share. */
  concurrency: ConcurrencyLimits
  /** Keeps what the search reads up to date. */
  indexer: Indexer
  /** Totals of filtered lists, for as long as nothing changes there. */
  totalCache: TotalCache
  /** Figures of components, for as long as no comment changes there. */
  figureCache: FigureCache
  /** Bounds the stored answers of requests with an `Idempotency-Key`. */
  storedResponseQuota: StoredResponseQuota
  /** Work that would hold the event loop. */
  workers: WorkerPool
  /** Holds the background work back while requests are served. */
  throttle: Throttle
  /** What is counted for anyone who watches the service. */
  metrics: Metrics
  /** Traces and the log of slow statements; null where neither is asked for. */
  tracing: Tracing | null
  clock: () => Date
}
