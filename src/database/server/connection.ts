import { PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql'
import type { PostgresDialect } from 'kysely'
import type { Pool, PoolConfig } from 'pg'
import type { Logger } from '../../log.ts'
import { LeasingDriver } from './leases.ts'
import { limitSession, TIME_LIMITS, type TimeLimits } from './limits.ts'
import { statementNames } from '../prepared.ts'
import { watchClients, type PoolState, type PoolWatch } from './watch.ts'

const INT8 = 20
/** A dead peer is noticed after about so long, beside what the limits notice. */
const KEEP_ALIVE = 10_000
const usualCare = (): Care => ({ limits: TIME_LIMITS, log: null })

/** How the connections of a pool are looked after. */
export interface Care {
  limits: TimeLimits
  log: Logger | null
}

export interface PoolOptions extends PoolConfig {
  /** A function, because the ORM copies its options deeply, and a copied logger does not log. */
  care?: () => Care
}

/**
 * The ORM's connections to a server: every one of them keeps to the time limits, goes back to the pool whatever
 * happened to it, and is replaced once it is dead (\"Database connections\" in docs/reliability.md).
 */
export class ServerConnection extends PostgreSqlConnection {
  #watch: PoolWatch | null = null

  override createKyselyDialect({ care: careOf = usualCare, ...overrides }: PoolOptions): PostgresDialect {
    const care = careOf()
    const watch = (pool: Pool) => void (this.#watch = lookAfter(pool, care))
    // The pool waits for the first of them, which its types don't say, and the ORM calls the second.
    const hooks = { onConnect: limitSession(care.limits), onPoolCreated: watch }
    const dialect = super.createKyselyDialect({
      ...hooks,
      ...overrides,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE,
    })
    const createDriver = dialect.createDriver.bind(dialect)
    dialect.createDriver = () => new LeasingDriver(createDriver())
    return dialect
  }

  /** Whether a connection is to be had. */
  state(): PoolState {
    return this.#watch?.state() ?? 'room'
  }

  override async close(force?: boolean): Promise<void> {
    await super.close(force)
    this.#watch?.stop()
  }
}

/** The ORM's driver for PostgreSQL on such connections. */
export class ServerDriver extends PostgreSqlDriver {
  protected override readonly connection = new ServerConnection(this.config)
}

/** Ids and counts are far below 2^53, and the embedded engine reads them as numbers too; statements get names. */
function lookAfter(pool: Pool, { limits, log }: Care): PoolWatch {
  const { types } = pool.options
  if (types && 'setTypeParser' in types && typeof types.setTypeParser === 'function') {
    types.setTypeParser(INT8, Number)
  }
  pool.on('connect', statementNames())
  return watchClients(pool, limits, log)
}
