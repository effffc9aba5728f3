import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { findDatabaseAccount } from '../../src/database/embedded-server/account.ts'
import { SYSTEM_FOLDER } from '../../src/database/embedded-server/folder.ts'
import { findPrograms, toProgramPath } from '../../src/database/embedded-server/programs.ts'
import { toProgramOptions } from '../../src/database/embedded-server/run-program.ts'
import { toDatabaseUrl } from './postgres.ts'
import { findFreePort } from './slapd.ts'

const run = promisify(execFile)

/** The account that runs PostgreSQL, which refuses to run as root. */
const account = findDatabaseAccount([])
const user = toProgramOptions(account)

const ENDS = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const

/** A PostgreSQL server for one test file, which can stop, restart and fill it without affecting other tests. */
export interface PostgresServer {
  /** The address of a database by name; `postgres` exists from the start. */
  url: (database?: string) => string
  /** The files of its cluster. */
  data: string
  /** Runs one statement in the database `postgres` and returns its rows. */
  ask: <R extends object>(statement: string, values?: unknown[]) => Promise<R[]>
  /** Stops the server: `fast` ends sessions and flushes, `immediate` crashes it, `killed` is kill -9. */
  stop: (mode?: keyof typeof ENDS) => Promise<void>
  /** Whether its process exists; it may still be starting or recovering. */
  lives: () => boolean
  /** Restarts it on the same port and files, and resolves once it accepts connections. */
  start: () => Promise<void>
  /** Stops the server and removes its files. */
  remove: () => Promise<void>
}

/**
 * Creates and starts a cluster with these settings (`name=value`), using the programs of the embedded database: an empty
 * one, or a standby of `primary`. Its folder is `under` an existing folder, by default that of temporary files.
 */
export async function startPostgresServer(
  settings: string[] = [],
  { primary, under = tmpdir() }: { primary?: PostgresServer; under?: string } = {},
): Promise<PostgresServer> {
  const folder = await mkdtemp(join(under, 'rulewright-postgres-'))
  if (account !== null) await chown(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const programs = findPrograms(account, account === null ? folder : SYSTEM_FOLDER)
  if (primary) await copyAsStandby(primary, data)
  else {
    const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
    if (under !== tmpdir()) args.push('--wal-segsize=1')
    await run(toProgramPath(programs, 'initdb'), args, user)
  }
  const port = await findFreePort()
  const url = (database = 'postgres') => toDatabaseUrl(`postgres://postgres@127.0.0.1:${port}/`, database)
  const serverSettings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    ...settings,
  ]
  const options = ['-D', data, '-p', String(port), ...serverSettings.flatMap((setting) => ['-c', setting])]
  let server: ChildProcess | null = null

  const ask: PostgresServer['ask'] = async (statement, values = []) => {
    const client = new Client({ connectionString: url() })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query(statement, values)).rows
    } finally {
      await client.end()
    }
  }
  const start = async () => {
    server = spawn(toProgramPath(programs, 'postgres'), options, { ...user, stdio: 'ignore' })
    while (lives()) {
      if (await isReady(ask)) return
    }
    throw new Error(`the server ended with ${server.exitCode ?? server.signalCode}`)
  }
  const lives = () => server?.exitCode === null && server.signalCode === null
  const stop = async (mode: keyof typeof ENDS = 'fast') => {
    if (server === null || !lives()) return
    const ended = once(server, 'exit')
    server.kill(ENDS[mode])
    await ended
  }
  const remove = async () => {
    await stop('immediate')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await start()
    return { url, data, ask, stop, lives, start, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Changes the owner of a file to the server's user, because the server rejects keys of other users. */
export async function changeOwnerToServer(path: string): Promise<void> {
  if (account !== null) await chown(path, account.uid, account.gid)
}

async function isReady(ask: PostgresServer['ask']): Promise<boolean> {
  try {
    await ask('select 1')
    return true
  } catch {
    await pause(20)
    return false
  }
}

/** Copies a running server with its backup functions, so that the copy starts as a standby. */
async function copyAsStandby(primary: PostgresServer, data: string): Promise<void> {
  const client = new Client({ connectionString: primary.url() })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', fast => true)`)
    await run('cp', ['-a', primary.data, data])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await writeFile(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  await rm(join(data, 'postmaster.pid'))
  await writeFile(join(data, 'standby.signal'), '')
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primary.url()}'\n`)
  for (const name of ['backup_label', 'standby.signal']) {
    if (account !== null) await chown(join(data, name), account.uid, account.gid)
  }
}
