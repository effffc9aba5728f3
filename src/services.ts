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

/** The services that live as long as the process. `createServices` creates them; every request gets them. */
export interface Services {
  database: Database
  env: Env
  log: Logger
  limiter: Limiter
  sessions: SessionLookup
  tokens: TokenLookup
  /** Sends the events of all processes to the live boards of this process. */
  events: EventHub
  /** Checks whether a live board may stay open. */
  boardAccess: BoardAccess
  /** The memory budget of uploads. */
  uploads: ByteBudget
  /** Concurrency limits and quotas per user and address. */
  concurrency: ConcurrencyLimits
  /** Updates the search index. */
  indexer: Indexer
  /** Cached totals of filtered lists, valid until a record changes. */
  totalCache: TotalCache
  /** Cached figures of components, valid until a comment changes. */
  figureCache: FigureCache
  /** Limits the stored responses of requests with an `Idempotency-Key`. */
  storedResponseQuota: StoredResponseQuota
  /** Threads for work that would block the event loop. */
  workers: WorkerPool
  /** Throttles background tasks while requests are served. */
  throttle: Throttle
  /** The metrics of this process. */
  metrics: Metrics
  /** Tracing and the log of slow statements; null if both are off. */
  tracing: Tracing | null
  clock: () => Date
}
