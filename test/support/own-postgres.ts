import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { databaseAccount } from '../../src/database/embedded-server/account.ts'
import { SYSTEM_FOLDER } from '../../src/database/embedded-server/folder.ts'
import { findPrograms, programPath } from '../../src/database/embedded-server/programs.ts'
import { programOptions } from '../../src/database/embedded-server/run-program.ts'
import { databaseUrl } from './postgres.ts'
import { freePort } from './slapd.ts'

const run = promisify(execFile)

/** PostgreSQL refuses to run as root. */
const account = databaseAccount([])
const user = programOptions(account)

const ENDS = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const

/** A PostgreSQL server of one test file, which it may stop, restart and fill without harm to others. */
export interface OwnPostgres {
  /** The address of its database of that name; `postgres` is there from the start. */
  url: (database?: string) => string
  /** The files of its cluster. */
  data: string
  /** Runs one statement in `postgres` and answers its rows. */
  ask: <R extends object>(statement: string, values?: unknown[]) => Promise<R[]>
  /** Ends it: `fast` ends every session and flushes, `immediate` is a crash, `killed` is kill -9. */
  stop: (how?: keyof typeof ENDS) => Promise<void>
  /** Whether its process exists; it may be starting, or recovering. */
  lives: () => boolean
  /** Starts it again on the same port and files, and resolves once it answers. */
  start: () => Promise<void>
  /** Ends it and removes its files. */
  remove: () => Promise<void>
}

/**
 * Creates a cluster with the programs of the embedded database and starts it with these settings (`name=value`): an empty
 * one, or a standby that follows the `primary`; in the folder of temporary files, or `under` another one that is there.
 */
export async function anOwnPostgres(
  settings: string[] = [],
  { primary, under = tmpdir() }: { primary?: OwnPostgres; under?: string } = {},
): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(under, 'rulewright-postgres-'))
  if (account !== null) await chown(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const programs = findPrograms(account, account === null ? folder : SYSTEM_FOLDER)
  if (primary) await copyAsStandby(primary, data)
  else {
    const made = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
    if (under !== tmpdir()) made.push('--wal-segsize=1')
    await run(programPath(programs, 'initdb'), made, user)
  }
  const port = await freePort()
  const url = (database = 'postgres') => databaseUrl(`postgres://postgres@127.0.0.1:${port}/`, database)
  const given = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off', ...settings]
  const options = ['-D', data, '-p', String(port), ...given.flatMap((setting) => ['-c', setting])]
  let server: ChildProcess | null = null

  const ask: OwnPostgres['ask'] = async (statement, values = []) => {
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
    server = spawn(programPath(programs, 'postgres'), options, { ...user, stdio: 'ignore' })
    while (lives()) {
      if (await answers(ask)) return
    }
    throw new Error(`the server ended with ${server.exitCode ?? server.signalCode}`)
  }
  const lives = () => server?.exitCode === null && server.signalCode === null
  const stop = async (how: keyof typeof ENDS = 'fast') => {
    if (server === null || !lives()) return
    const ended = once(server, 'exit')
    server.kill(ENDS[how])
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

/** Gives a file that the settings name to the user that the server runs as: it reads no key of anyone else's. */
export async function forItsServer(path: string): Promise<void> {
  if (account !== null) await chown(path, account.uid, account.gid)
}

async function answers(ask: OwnPostgres['ask']): Promise<boolean> {
  try {
    await ask('select 1')
    return true
  } catch {
    await pause(20)
    return false
  }
}

/** A base backup of a running server by its own functions, which starts as a standby. */
async function copyAsStandby(primary: OwnPostgres, data: string): Promise<void> {
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
