import type { Configuration, NativeDeleteOptions } from '@mikro-orm/core'
import { PostgreSqlConnection, PostgreSqlPlatform } from '@mikro-orm/postgresql'
import type { QueryResult } from '@mikro-orm/sql'
import { CompiledQuery, type DatabaseConnection, type PostgresDialect } from 'kysely'
import type { Client, Pool, PoolConfig } from 'pg'
import type { DatabaseFigures } from '../../database.ts'
import type { Logger } from '../../log.ts'
import { type Binder, binderOf, type Executed, type Given } from '../statements/bound.ts'
import { KeepingDriver } from '../statements/keeping-driver.ts'
import { LeasingDriver } from './leases.ts'
import { sendDirectly, type SendRead } from '../statements/direct-reads.ts'
import { withNext } from '../statements/with-next.ts'
import type { Pooler } from './address.ts'
import { TIME_LIMITS, type TimeLimits } from './limits.ts'
import { directReads } from './direct-reads.ts'
import { inOneWrite } from './one-write.ts'
import { isPooled, limitTransactions, prepareSession } from './session.ts'
import type { StatementWatch } from '../../tracing/tracing.ts'
import { watchStatements } from './statements.ts'
import { statementNames } from '../statements/prepared.ts'
import { replaceWorn } from './worn.ts'
import { watchClients, type PoolState, type PoolWatch } from './watch.ts'

const INT8 = 20
/** A dead peer is noticed after about so long, beside what the limits notice. */
const KEEP_ALIVE = 10_000
const usualCare = (): Care => ({ limits: TIME_LIMITS, log: null })

/** How the connections of a pool are looked after. */
export interface Care {
  limits: TimeLimits
  log: Logger | null
  /** `auto` unless said otherwise. */
  pooler?: Pooler
  /** Told of every statement. */
  statements?: StatementWatch | null
}

export interface PoolOptions extends PoolConfig {
  /** A function, because the ORM copies its options deeply, and a copied logger does not log. */
  care?: () => Care
  /** Where connections go to, beside the address. */
  Client?: typeof Client
}

/**
 * The ORM's connections to a server: every one of them keeps to the time limits, goes back to the pool whatever
 * happened to it, and is replaced once it is dead (\"Database connections\" in docs/reliability.md).
 */
export class ServerConnection extends PostgreSqlConnection {
  #watch: PoolWatch | null = null
  #bound: Binder | null = null
  #reads: SendRead = () => null
  readonly #held = new WeakMap<object, DatabaseConnection>()

  override createKyselyDialect({ care: careOf = usualCare, ...overrides }: PoolOptions): PostgresDialect {
    const care = careOf()
    const watch = (pool: Pool) => {
      this.#watch = lookAfter(pool, care)
      this.#reads = directReads(pool)
    }
    // The pool waits for the first of them, which its types don't say, and the ORM calls the second.
    const onConnect = prepareSession(care.limits, care.pooler ?? 'auto', care.log)
    const hooks = { onConnect, onPoolCreated: watch }
    const dialect = super.createKyselyDialect({
      ...hooks,
      ...overrides,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE,
      // Whoever has a connection alone waits for each answer anyway.
      pipeline: true,
    })
    const createDriver = dialect.createDriver.bind(dialect)
    dialect.createDriver = () => new LeasingDriver(createDriver())
    return dialect
  }

  /**
   * The statements of a transaction go straight to its connection, where those that are sent at once travel together:
   * the query builder would have each wait for the one before.
   */
  override async begin(...given: Parameters<PostgreSqlConnection['begin']>) {
    const transaction = await super.begin(...given)
    await transaction.getExecutor().provideConnection((held) => {
      this.#held.set(transaction, held)
      sendDirectly(transaction, async <Row extends object>(text: string, values: unknown[]) => {
        const { rows } = await held.executeQuery<Row>(CompiledQuery.raw(text, values))
        return rows
      })
      return Promise.resolve()
    })
    return transaction
  }

  /** The ORM's statements, with parameters. */
  override execute<T extends Executed>(...given: Given): Promise<T> {
    return this.#execute<T>(given, (bound) => bound)
  }

  /** The same for one whose answer is not looked at, and which may travel with the next of its transaction. */
  executeSilently<T extends Executed>(...given: Given): Promise<T> {
    return this.#execute<T>(given, withNext)
  }

  async #execute<T extends Executed>(
    given: Given,
    sent: (bound: CompiledQuery) => CompiledQuery,
  ): Promise<T> {
    const [query, params, method = 'all', transaction, context] = given
    this.#bound ??= binderOf(this.metadata, this.platform)
    const bound = this.#bound(query, params, context)
    if (bound === null) return super.execute<T>(...given)
    const held = transaction && this.#held.get(transaction)
    if (!held) await this.ensureConnection()
    const found: unknown = await (held ?? transaction ?? this.getClient()).executeQuery(sent(bound))
    return this.transformRawResult<T>(found, method)
  }

  /** The ORM's own log is never on: statements are watched where they are sent (`watchStatements`). */
  override logQuery(): void {}

  /** Sends a read whose text is known; null where it must go the way of all other statements. */
  sendRead<Row extends object>(text: string, values: unknown[], short: boolean): Promise<Row[]> | null {
    return this.#reads<Row>(text, values, short)
  }

  /** Whether a connection is to be had. */
  state(): PoolState {
    return this.#watch?.state() ?? 'room'
  }

  /** How many connections are open and in use, and who waits for one. */
  figures(): NonNullable<DatabaseFigures['pool']> {
    return this.#watch?.figures() ?? { open: 0, idle: 0, most: 0, waiting: 0 }
  }

  override async close(force?: boolean): Promise<void> {
    await super.close(force)
    this.#watch?.stop()
  }
}

/** The ORM's driver for PostgreSQL on such connections. */
export class ServerDriver extends KeepingDriver {
  declare protected readonly connection: ServerConnection

  constructor(config: Configuration) {
    super(config, new PostgreSqlPlatform(), ServerConnection, ['kysely', 'pg'])
  }

  protected override change<T>(
    text: string,
    values: unknown[],
    { ctx, loggerContext }: NativeDeleteOptions<T>,
  ): Promise<QueryResult<T>> {
    return this.connection.executeSilently<QueryResult<T>>(text, values, 'run', ctx, loggerContext)
  }
}

/** Ids and counts are far below 2^53, and the embedded engine reads them as numbers too; statements get names. */
function lookAfter(pool: Pool, { limits, log, statements }: Care): PoolWatch {
  const { types } = pool.options
  if (types && 'setTypeParser' in types && typeof types.setTypeParser === 'function') {
    types.setTypeParser(INT8, Number)
  }
  pool.on('connect', inOneWrite)
  const named = statementNames()
  const limited = limitTransactions(limits)
  pool.on('connect', (client) => (isPooled(client) ? limited(client) : named(client)))
  replaceWorn(pool, named.isFull)
  if (statements) pool.on('connect', watchStatements(statements))
  return watchClients(pool, limits, log)
}
