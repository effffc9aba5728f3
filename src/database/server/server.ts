import { setTimeout as pause } from 'node:timers/promises'
import { type AbstractSqlDriver, SqlEntityManager, SqlMikroORM } from '@mikro-orm/sql'
import { Client } from 'pg'
import { serversOf, type Pooler } from '../../config/database-address.ts'
import { forDriver, sslModeOf } from '../../config/database-tls.ts'
import type { Em, Orm } from '../database.ts'
import { CachingEntityManager } from '../fast-path/caching-entity-manager.ts'
import { isFastPathEnabled } from '../fast-path/switch.ts'
import { isMigrated } from '../migrated.ts'
import { sharedOptions } from '../options.ts'
import { CachingServerDriver, ServerDriver, type Care, type PoolOptions } from './connection.ts'
import { limitSettings, setLocally, UNLIMITED } from './limits.ts'
import { chooserOf, clientsTo, writable } from './servers.ts'

/** Any constant that no other software on the same database uses for its advisory locks. */
export const MIGRATION_LOCK = 7_290_114_053
const CONNECT_WITHIN = 10_000
/** A connection that no one used for so long is closed. A new one costs anyone who needs it a wait, and all its plans. */
const IDLE_MS = 5 * 60_000
/** So often is looked whether no one else migrates any more. */
const LOOK_MS = 200
/** As the README says. */
const OLDEST = 15

export interface ServerOptions extends Care {
  url: string
  poolSize: number
}

/** Throws an Error of one line for a server that lacks what the statements of the service use. */
export function assertNewEnough(version: string): void {
  const major = Number.parseInt(version, 10)
  if (major < OLDEST) throw new Error(`it is PostgreSQL ${version}; ${OLDEST} or newer is needed`)
}

/** Connects to a PostgreSQL server, of several to the one that takes writes. Throws when it does not answer, or is too old. */
export async function openServer({
  url,
  poolSize,
  limits,
  log,
  pooler = 'auto',
  statements = null,
}: ServerOptions): Promise<Orm> {
  const servers = serversOf(url) ?? [url]
  const [first = url] = servers
  const options = poolOptions(first, { limits, log, pooler, statements })
  const isFast = isFastPathEnabled()
  const orm = new SqlMikroORM<AbstractSqlDriver, Em>({
    ...sharedOptions,
    driver: isFast ? CachingServerDriver : ServerDriver,
    entityManager: isFast ? CachingEntityManager<AbstractSqlDriver> : SqlEntityManager<AbstractSqlDriver>,
    clientUrl: first,
    pool: { min: 0, max: poolSize, idleTimeoutMillis: IDLE_MS },
    driverOptions: servers.length === 1 ? options : { ...options, Client: clientsTo(chooserOf(servers)) },
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

/** Brings the schema up to date, without limits of time, while no other process does so on this database. */
export async function migrateServer(url: string, pooler: Pooler = 'auto'): Promise<void> {
  const server = await writable(serversOf(url) ?? [url])
  const lock = new Client({
    connectionString: forDriver(server),
    connectionTimeoutMillis: CONNECT_WITHIN,
    keepAlive: true,
  })
  // Its next statement fails then, which says so; an event that no one hears would end the process.
  lock.on('error', () => undefined)
  await lock.connect()
  try {
    await lockedIn(lock)
    const run = async (statement: string) => (await lock.query(statement)).rows
    if (!(await isMigrated(run))) await migrateAt(server, pooler)
    await lock.query('commit')
  } finally {
    await lock.end()
  }
}

/**
 * Begins a transaction that holds the lock of migrations, asking again and again: an index that the holder makes
 * concurrently waits for every statement and transaction that looks at the database, and both would wait for ever.
 */
async function lockedIn(lock: Client): Promise<void> {
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

/** The ORM reads only host, user and name from an address; the driver itself also its parameters (`sslmode`, ...). */
export function poolOptions(url: string, care: Care, connectWithin = CONNECT_WITHIN): PoolOptions {
  return {
    care: () => care,
    connectionString: forDriver(url),
    connectionTimeoutMillis: connectWithin,
    // The driver of the ORM checks the certificate of a host without a name against another one's.
    ...(sslModeOf(url) === null ? {} : { Client }),
  }
}
