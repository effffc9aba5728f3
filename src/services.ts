import type { Logger } from 'pino'
import type { SessionLookup } from './auth/sessions/lookup.ts'
import type { TokenLookup } from './auth/token.ts'
import type { Pacer } from './computing/beside/pacer.ts'
import type { Computing } from './computing/pool.ts'
import type { Database } from './database.ts'
import type { Env } from './env.ts'
import type { BoardAccess } from './events/board-access.ts'
import type { EventHub } from './events/hub.ts'
import type { FairShares } from './fair/fair-shares.ts'
import type { ByteBudget } from './http/byte-budget.ts'
import type { Limiter } from './rate/limiter.ts'
import type { Indexer } from './search/indexer.ts'
import type { Figures } from './metrics/figures.ts'
import type { Tracing } from './tracing/tracing.ts'
import type { Answers } from './lists/answers.ts'
import type { Totals } from './lists/totals.ts'

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
  fair: FairShares
  /** Keeps what the search reads up to date. */
  indexer: Indexer
  /** Totals of filtered lists, for as long as nothing changes there. */
  totals: Totals
  /** Figures of components, for as long as no comment changes there. */
  answers: Answers
  /** Work that would hold the event loop. */
  computing: Computing
  /** Holds the work beside the requests back while requests are served. */
  pacer: Pacer
  /** What is counted for whoever watches the service. */
  figures: Figures
  /** Traces and the log of slow statements; null where neither is asked for. */
  tracing: Tracing | null
  clock: () => Date
}
