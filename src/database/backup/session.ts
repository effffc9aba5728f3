import { Client } from 'pg'
import { forDriver } from '../../config/database-tls.ts'
import { limitSettings, setLocally, UNLIMITED } from '../server/limits.ts'
import { MIGRATION_LOCK } from '../server/server.ts'

const CONNECT_WITHIN = 10_000
/** Time for a broken-off restore or a migration to let go of the database. */
const LOCK_WITHIN = '30s'
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * How values look in COPY, whatever the settings of server and role are. All settings belong to the transaction, so that
 * a pooler lends out no changed session.
 */
const PORTABLE: [string, string][] = [
  ['client_encoding', 'UTF8'],
  ['datestyle', 'ISO, YMD'],
  ['intervalstyle', 'postgres'],
  ['timezone', 'UTC'],
  ['extra_float_digits', '1'],
  ['bytea_output', 'hex'],
  ['xmloption', 'content'],
  ['row_security', 'off'],
  // Scans begin at the first page, also while another one is under way.
  ['synchronize_seqscans', 'off'],
]

/** Runs work in one transaction on a connection of its own; it is rolled back if the work or this process ends early. */
export async function inOneTransaction<T>(
  url: string,
  mode: 'read write' | 'isolation level repeatable read, read only',
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connect(url)
  try {
    await client.query(`begin ${mode}`)
    await client.query(setLocally([...limitSettings(UNLIMITED), ...PORTABLE]))
    const outcome = await work(client)
    await client.query('commit')
    return outcome
  } finally {
    // What is not committed is rolled back, also amid a COPY.
    await client.end()
  }
}

/**
 * Holds migrations off while work reads the database. A connection of its own has the lock, because the snapshot of the
 * work must be newer than the lock. Migrations wait for it without blocking anyone.
 */
export async function withoutMigrations<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = await connect(url)
  try {
    await client.query('begin')
    await client.query(setLocally(limitSettings(UNLIMITED)))
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_xact_lock_shared(${MIGRATION_LOCK}) as taken`,
    )
    if (rows[0]?.taken !== true) throw new Error(BUSY)
    const outcome = await work()
    await client.query('commit')
    return outcome
  } finally {
    await client.end()
  }
}

/** Keeps migrations, backups and other restores away until the transaction ends. */
export async function lockOutOthers(client: Client): Promise<void> {
  try {
    await client.query(`set local lock_timeout = '${LOCK_WITHIN}'`)
    await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    await client.query('set local lock_timeout = 0')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) {
      throw new Error(BUSY, { cause: error })
    }
    throw error
  }
}

const BUSY = 'the database is being migrated, backed up or restored; try again when that is done'

/** No connection to the database; the cause says why. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

async function connect(url: string): Promise<Client> {
  const client = new Client({
    connectionString: forDriver(url),
    connectionTimeoutMillis: CONNECT_WITHIN,
    keepAlive: true,
  })
  // The next statement fails then and says why; an unhandled event would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (cause) {
    throw new Unreachable('the database does not answer', { cause })
  }
}
