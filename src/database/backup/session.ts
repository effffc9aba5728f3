import { Client } from 'pg'
import { toDriverUrl } from '../../config/database-tls.ts'
import { limitSettings, setLocally, UNLIMITED } from '../server/limits.ts'
import { MIGRATION_LOCK } from '../server/server.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** Time for an aborted restore or a migration to release its lock. */
const LOCK_TIMEOUT = '30s'
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Settings that make COPY output independent of server and role. They are local to the transaction, so that a pooler
 * does not give a changed session to another client.
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
  // Scans start at the first page even while another scan is running.
  ['synchronize_seqscans', 'off'],
]

/** Runs `work` in one transaction on a separate connection. Rolls back if the work fails or the process ends. */
export async function runInOneTransaction<T>(
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
    // Closing rolls back an open transaction, even during a COPY.
    await client.end()
  }
}

/**
 * Blocks migrations while `work` reads the database. A separate connection holds the lock, because the snapshot must be
 * newer than the lock. Migrations wait without blocking others.
 */
export async function runWithoutMigrations<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = await connect(url)
  try {
    await client.query('begin')
    await client.query(setLocally(limitSettings(UNLIMITED)))
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_xact_lock_shared(${MIGRATION_LOCK}) as locked`,
    )
    if (rows[0]?.locked !== true) throw new Error(BUSY)
    const outcome = await work()
    await client.query('commit')
    return outcome
  } finally {
    await client.end()
  }
}

/** Blocks migrations, backups and other restores until the transaction ends. */
export async function lockOutOthers(client: Client): Promise<void> {
  try {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
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

/** Thrown when the database cannot be reached; see the cause. */
export class UnreachableError extends Error {
  override name = 'Unreachable'
}

async function connect(url: string): Promise<Client> {
  const client = new Client({
    connectionString: toDriverUrl(url),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  // The next statement reports the error; an unhandled event would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (cause) {
    throw new UnreachableError('the database does not answer', { cause })
  }
}
