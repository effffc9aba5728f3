import { PostgreSqlDriver } from '@mikro-orm/postgresql'
import { SqlMikroORM } from '@mikro-orm/sql'
import { Client } from 'pg'
import type { Orm } from '../database.ts'
import { type Queryable, statementNames } from './prepared.ts'
import { sharedOptions } from './options.ts'

/** Any constant that no other software on the same database uses for its advisory locks. */
const MIGRATION_LOCK = 7_290_114_053
const INT8 = 20
const CONNECT_WITHIN = 10_000

export interface ServerOptions {
  url: string
  poolSize: number
}

/** Connects to a PostgreSQL server. Throws when it does not answer. */
export async function openServer({ url, poolSize }: ServerOptions): Promise<Orm> {
  const orm = new SqlMikroORM({
    ...sharedOptions,
    driver: PostgreSqlDriver,
    clientUrl: url,
    pool: { min: 0, max: poolSize },
    driverOptions: poolOptions(url),
  })
  try {
    await orm.em.fork().execute('select 1')
    return orm
  } catch (error) {
    await orm.close(true)
    throw error
  }
}

/** Runs `work` while no other process does so on this database; the lock lives in a transaction of its own. */
export async function underMigrationLock(url: string, work: () => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await work()
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** The ORM reads only host, user and name from an address; the driver itself also its parameters (`sslmode`, ...). */
export function poolOptions(connectionString: string, connectWithin = CONNECT_WITHIN) {
  return { connectionString, connectionTimeoutMillis: connectWithin, onPoolCreated: tunePool }
}

interface TunablePool {
  options: { types?: object | undefined }
  on: (event: 'connect', listener: (client: Queryable) => void) => unknown
}

/** Ids and counts are far below 2^53, and the embedded engine reads them as numbers too; statements get names. */
function tunePool(pool: TunablePool): void {
  const types = pool.options.types
  if (types && 'setTypeParser' in types && typeof types.setTypeParser === 'function') {
    types.setTypeParser(INT8, Number)
  }
  pool.on('connect', statementNames())
}
