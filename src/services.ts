import { CompiledQuery } from 'kysely'
import type { Logger } from 'pino'
import { AuditSubscriber } from './audit.ts'
import { createSessionLookup } from './auth/session.ts'
import { createTokenLookup } from './auth/token.ts'
import type { Services } from './context.ts'
import type { Database } from './database.ts'
import type { Env } from './env.ts'
import { createBoardAccess } from './events/board-access.ts'
import { createEventHub } from './events/hub.ts'
import { createByteBudget } from './http/byte-budget.ts'
import { sqlRateStore } from './rate/counters.ts'
import { createLimiter } from './rate/limiter.ts'
import { createIndexer } from './search/indexer.ts'
import { createTotals } from './totals.ts'

/**
 * Uploads of so many bytes are in memory at once, per process, and each several times over while it is read. More than
 * the largest upload that is taken, so that every one has its turn.
 */
const UPLOAD_BYTES = 64 * 1024 * 1024
/** An upload waits so long for its turn. */
const UPLOAD_WAIT_MS = 10_000

export interface ServiceParts {
  env: Env
  database: Database
  log: Logger
  /** Tests hand in their own; the service reads the system's. */
  clock?: () => Date
}

/** Puts the parts with a lifetime of the process together. */
export function createServices({ env, database, log, clock = () => new Date() }: ServiceParts): Services {
  database.orm.em.getEventManager().registerSubscriber(new AuditSubscriber())
  const store = sqlRateStore(async (text, params) => {
    const { rows } = await database.reader.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(text, params),
    )
    return rows
  })
  return {
    env,
    database,
    log,
    clock,
    limiter: createLimiter(env, store, clock),
    sessions: createSessionLookup({ database, env, clock }),
    tokens: createTokenLookup({ database, env, clock }),
    events: createEventHub(database.reader, log),
    boardAccess: createBoardAccess({ database, env, clock }),
    uploads: createByteBudget(UPLOAD_BYTES, UPLOAD_WAIT_MS),
    indexer: createIndexer(database, log),
    totals: createTotals(),
  }
}
