import { setTimeout as pause } from 'node:timers/promises'
import { type AbstractSqlDriver, SqlEntityManager, SqlMikroORM } from '@mikro-orm/sql'
import { Client } from 'pg'
import { splitServers, type Pooler } from '../../config/database-address.ts'
import { toDriverUrl, getSslMode } from '../../config/database-tls.ts'
import type { Em, Orm } from '../database.ts'
import { CachingEntityManager } from '../fast-path/caching-entity-manager.ts'
import { isFastPathEnabled } from '../fast-path/switch.ts'
import { isMigrated } from '../migrated.ts'
import { sharedOptions } from '../options.ts'
import { CachingServerDriver, ServerDriver, type ConnectionOptions, type PoolOptions } from './connection.ts'
import { limitSettings, setLocally, UNLIMITED } from './limits.ts'
import { createServerChooser, createClientClass, findWritable } from './servers.ts'

/** Any constant that no other software on the same database uses for its advisory locks. */
export const MIGRATION_LOCK = 7_290_114_053
const CONNECT_TIMEOUT_MS = 10_000
/** Idle connections are closed after this time. A new connection costs a wait and loses its plans. */
const IDLE_MS = 5 * 60_000
/** Interval between attempts to get the migration lock, in milliseconds. */
const LOOK_MS = 200
/** The oldest supported version; see the README. */
const OLDEST = 15

export interface ServerOptions extends ConnectionOptions {
  url: string
  poolSize: number
}

/** Throws a one-line Error if the server's version is too old. */
export function assertNewEnough(version: string): void {
  const major = Number.parseInt(version, 10)
  if (major < OLDEST) throw new Error(`it is PostgreSQL ${version}; ${OLDEST} or newer is needed`)
}

/**
 * Connects to PostgreSQL; with several servers, to the one that accepts writes. Throws if it does not answer or is too
 * old.
 */
export async function openServer({
  url,
  poolSize,
  limits,
  log,
  pooler = 'auto',
  statements = null,
}: ServerOptions): Promise<Orm> {
  const servers = splitServers(url) ?? [url]
  const [first = url] = servers
  const options = toPoolOptions(first, { limits, log, pooler, statements })
  const isFast = isFastPathEnabled()
  const orm = new SqlMikroORM<AbstractSqlDriver, Em>({
    ...sharedOptions,
    driver: isFast ? CachingServerDriver : ServerDriver,
    entityManager: isFast ? CachingEntityManager<AbstractSqlDriver> : SqlEntityManager<AbstractSqlDriver>,
    clientUrl: first,
    pool: { min: 0, max: poolSize, idleTimeoutMillis: IDLE_MS },
    driverOptions:
      servers.length === 1
        ? options
        : { ...options, Client: createClientClass(createServerChooser(servers)) },
  })
  try {
    const [row] = await orm.em.fork().execute<{ server_version: string }[]>('show server_version')
    assertNewEnough(row?.server_version ?? '')
    return orm
  } catch (error) {
    await orm.close(true)
    throw error
  }
}

/** Migrates the schema without time limits, under a lock against other processes. */
export async function migrateServer(url: string, pooler: Pooler = 'auto'): Promise<void> {
  const server = await findWritable(splitServers(url) ?? [url])
  const lock = new Client({
    connectionString: toDriverUrl(server),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  // The next statement reports the error; an unhandled event would end the process.
  lock.on('error', () => undefined)
  await lock.connect()
  try {
    await acquireMigrationLock(lock)
    const run = async (statement: string) => (await lock.query(statement)).rows
    if (!(await isMigrated(run))) await migrateAt(server, pooler)
    await lock.query('commit')
  } finally {
    await lock.end()
  }
}

/**
 * Begins a transaction with the migration lock, by polling. A waiting statement would deadlock with the holder:
 * creating an index concurrently waits for all open transactions.
 */
async function acquireMigrationLock(lock: Client): Promise<void> {
  for (;;) {
    await lock.query('begin')
    await lock.query(setLocally(limitSettings(UNLIMITED)))
    const { rows } = await lock.query(`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as taken`)
    if (rows[0]?.taken === true) return
    await lock.query('rollback')
    await pause(LOOK_MS)
  }
}

async function migrateAt(url: string, pooler: Pooler): Promise<void> {
  const orm = await openServer({ url, poolSize: 2, limits: UNLIMITED, log: null, pooler })
  try {
    await orm.migrator.up()
  } finally {
    await orm.close(true)
  }
}

/**
 * Pool options with the complete URL: the ORM reads only host, user and name, but the driver also reads the parameters
 * (`sslmode`, ...).
 */
export function toPoolOptions(
  url: string,
  connectionOptions: ConnectionOptions,
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
): PoolOptions {
  return {
    connectionOptions: () => connectionOptions,
    connectionString: toDriverUrl(url),
    connectionTimeoutMillis: connectTimeoutMs,
    // For a host that is an IP address, the ORM's driver would compare the certificate with the wrong host name.
    ...(getSslMode(url) === null ? {} : { Client }),
  }
}
