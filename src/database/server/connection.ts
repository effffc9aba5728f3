import type { Configuration, NativeDeleteOptions } from '@mikro-orm/core'
import { PostgreSqlConnection, PostgreSqlPlatform } from '@mikro-orm/postgresql'
import { AbstractSqlDriver, type QueryResult } from '@mikro-orm/sql'
import { CompiledQuery, type DatabaseConnection, type PostgresDialect } from 'kysely'
import type { Client, Pool, PoolConfig } from 'pg'
import type { Pooler } from '../../config/database-address.ts'
import type { Logger } from '../../telemetry/log.ts'
import type { StatementWatch } from '../../telemetry/tracing/tracing.ts'
import type { DatabaseFigures } from '../database.ts'
import {
  type Binder,
  createBinder,
  type ExecuteResult,
  type ExecuteArguments,
} from '../fast-path/bind-parameters.ts'
import { CachingDriver } from '../fast-path/caching-driver.ts'
import { corkWrites } from '../fast-path/cork-writes.ts'
import { setSenders, type SendRead } from '../fast-path/direct-reads.ts'
import { deferStatement, PipelinedLease } from '../fast-path/pipelined-lease.ts'
import { shareClients } from '../fast-path/shared-clients.ts'
import { createStatementNames } from '../fast-path/statement-names.ts'
import { isFastPathEnabled } from '../fast-path/switch.ts'
import { TIME_LIMITS, type TimeLimits } from './limits.ts'
import { monitorPool, type PoolMonitor, type PoolState } from './pool-monitor.ts'
import { ReleasingDriver } from './releasing-driver.ts'
import { isPooled, limitTransactions, prepareSession } from './session.ts'
import { traceStatements } from './trace-statements.ts'
import { wrapClient, type ClientStep } from './wrap-client.ts'

const INT8 = 20
/** TCP keep-alive detects a dead peer after about this time. */
const KEEP_ALIVE = 10_000
/** Older connections are replaced on release, together with their outdated plans. */
const MAX_LIFETIME_SECONDS = 15 * 60
const createDefaultConnectionOptions = (): ConnectionOptions => ({ limits: TIME_LIMITS, log: null })

/** Options for the connections of a pool. */
export interface ConnectionOptions {
  limits: TimeLimits
  log: Logger | null
  /** Default `auto`. */
  pooler?: Pooler
  /** Traces every statement. */
  statements?: StatementWatch | null
}

export interface PoolOptions extends PoolConfig {
  /** A function, because the ORM copies its options deeply, and a copied logger does not log. */
  connectionOptions?: () => ConnectionOptions
  /** The client class, which can choose among several servers. */
  Client?: typeof Client
}

/**
 * The ORM's connections to a server: each obeys the time limits, returns to the pool after any error, and is replaced
 * when it is dead ("Database connections" in docs/reliability.md).
 */
export class ServerConnection extends PostgreSqlConnection {
  #monitor: PoolMonitor | null = null
  #bind: Binder | null = null
  #sendShort: SendRead = () => null
  readonly #isFast = isFastPathEnabled()
  readonly #connections = new WeakMap<object, DatabaseConnection>()

  override createKyselyDialect({
    connectionOptions: getConnectionOptions = createDefaultConnectionOptions,
    ...overrides
  }: PoolOptions): PostgresDialect {
    const connectionOptions = getConnectionOptions()
    const onPoolCreated = (pool: Pool) => {
      this.#monitor = prepareClients(pool, connectionOptions, this.#isFast)
      if (this.#isFast) this.#sendShort = shareClients(pool)
    }
    // The pool awaits `onConnect`, although its types don't show it; the ORM calls `onPoolCreated`.
    const onConnect = prepareSession(
      connectionOptions.limits,
      connectionOptions.pooler ?? 'auto',
      connectionOptions.log,
    )
    const hooks = { onConnect, onPoolCreated }
    const dialect = super.createKyselyDialect({
      ...hooks,
      maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
      ...overrides,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE,
      // Statements of the same tick are pipelined.
      pipeline: this.#isFast,
    })
    const createDriver = dialect.createDriver.bind(dialect)
    const toLease = (connection: DatabaseConnection) => new PipelinedLease(connection)
    dialect.createDriver = () => new ReleasingDriver(createDriver(), this.#isFast ? toLease : undefined)
    return dialect
  }

  /**
   * Begins a transaction whose statements go directly to its connection and are pipelined; the query builder would run
   * them one after another.
   */
  override async begin(...args: Parameters<PostgreSqlConnection['begin']>) {
    const transaction = await super.begin(...args)
    if (!this.#isFast) return transaction
    await transaction.getExecutor().provideConnection((connection) => {
      this.#connections.set(transaction, connection)
      const sendAny = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> => {
        const { rows } = await connection.executeQuery<Row>(CompiledQuery.raw(text, values))
        return rows
      }
      setSenders(transaction, { any: sendAny })
      return Promise.resolve()
    })
    return transaction
  }

  /** Executes an ORM statement with bound parameters. */
  override execute<T extends ExecuteResult>(...args: ExecuteArguments): Promise<T> {
    return this.#execute<T>(args, (bound) => bound)
  }

  /** Executes a statement whose result is ignored, and which may be sent with the next one of its transaction. */
  executeDeferred<T extends ExecuteResult>(...args: ExecuteArguments): Promise<T> {
    return this.#execute<T>(args, deferStatement)
  }

  async #execute<T extends ExecuteResult>(
    args: ExecuteArguments,
    transform: (bound: CompiledQuery) => CompiledQuery,
  ): Promise<T> {
    if (!this.#isFast) return super.execute<T>(...args)
    const [query, params, method = 'all', transaction, context] = args
    this.#bind ??= createBinder(this.metadata, this.platform)
    const bound = this.#bind(query, params, context)
    if (bound === null) return super.execute<T>(...args)
    const connection = transaction && this.#connections.get(transaction)
    if (!connection) await this.ensureConnection()
    const result: unknown = await (connection ?? transaction ?? this.getClient()).executeQuery(
      transform(bound),
    )
    return this.transformRawResult<T>(result, method)
  }

  /** The ORM's own log is never on: statements are traced where they are sent (`traceStatements`). */
  override logQuery(): void {}

  /** Sends a short read over a shared client. Returns null if the query builder has to send it. */
  sendShort<Row extends object>(text: string, values: unknown[]): Promise<Row[]> | null {
    return this.#sendShort<Row>(text, values)
  }

  /** The state of the pool. */
  readState(): PoolState {
    return this.#monitor?.readState() ?? 'available'
  }

  /** The connection counts of the pool. */
  countConnections(): DatabaseFigures {
    return this.#monitor?.countConnections() ?? { open: 0, idle: 0, limit: 0, waiting: 0 }
  }

  override async close(force?: boolean): Promise<void> {
    await super.close(force)
    this.#monitor?.stop()
  }
}

/** The ORM's PostgreSQL driver with these connections. */
export class ServerDriver extends AbstractSqlDriver {
  constructor(config: Configuration) {
    super(config, new PostgreSqlPlatform(), ServerConnection, ['kysely', 'pg'])
  }
}

/** The driver of the fast path. */
export class CachingServerDriver extends CachingDriver {
  declare protected readonly connection: ServerConnection

  constructor(config: Configuration) {
    super(config, new PostgreSqlPlatform(), ServerConnection, ['kysely', 'pg'])
  }

  protected override executeChange<T>(
    text: string,
    values: unknown[],
    { ctx, loggerContext }: NativeDeleteOptions<T>,
  ): Promise<QueryResult<T>> {
    return this.connection.executeDeferred<QueryResult<T>>(text, values, 'run', ctx, loggerContext)
  }
}

/** Prepares each new client: ids and counts are read as numbers, and its statements pass the steps. */
function prepareClients(
  pool: Pool,
  { limits, log, statements }: ConnectionOptions,
  isFast: boolean,
): PoolMonitor {
  const { types } = pool.options
  // Ids and counts are far below 2^53.
  if (types && 'setTypeParser' in types && typeof types.setTypeParser === 'function') {
    types.setTypeParser(INT8, Number)
  }
  const monitor = monitorPool(pool, limits, log)
  const limitEach = limitTransactions(limits)
  const { nameStatements, isFull } = createStatementNames()
  const trace = statements ? traceStatements(statements) : null
  pool.on('connect', (client) => {
    const steps: (ClientStep | null)[] = [
      monitor.trackClient(client),
      trace,
      isPooled(client) ? limitEach : null,
      isFast && !isPooled(client) ? nameStatements(client) : null,
      isFast ? corkWrites(client) : null,
    ]
    wrapClient(
      client,
      steps.filter((step) => step !== null),
    )
  })
  // The pool drops clients that are ending.
  pool.on('release', (_, client) => void (isFull(client) && client.end()))
  return monitor
}
