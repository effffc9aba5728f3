import { CompiledQuery } from 'kysely'
import type { Logger } from 'pino'
import { AuditSubscriber } from './audit.ts'
import type { Services } from './context.ts'
import type { Database } from './database.ts'
import type { Env } from './env.ts'
import { createEventHub } from './events/hub.ts'
import { sqlRateStore } from './rate/counters.ts'
import { createLimiter } from './rate/limiter.ts'
import { createIndexer } from './search/indexer.ts'

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
    events: createEventHub(database.reader, log),
    indexer: createIndexer(database, log),
  }
}
