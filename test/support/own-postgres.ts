import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { databaseUrl } from './postgres.ts'
import { freePort } from './slapd.ts'

const run = promisify(execFile)

/** Debian's `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

const ENDS = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const

/** A PostgreSQL server of one test file, which it may stop, restart and fill without harm to anybody else. */
export interface OwnPostgres {
  /** The address of its database of that name; `postgres` is there from the start. */
  url: (database?: string) => string
  /** Runs one statement in `postgres` and answers its rows. */
  ask: <R extends object>(statement: string, values?: unknown[]) => Promise<R[]>
  /** Ends it: `fast` ends every session and writes what is open, `immediate` is the crash, `killed` is kill -9. */
  stop: (how?: keyof typeof ENDS) => Promise<void>
  /** Whether its process is there; it may be starting, or recovering. */
  lives: () => boolean
  /** Starts it again on the same port and files, and resolves once it answers. */
  start: () => Promise<void>
  /** Ends it and removes its files. */
  remove: () => Promise<void>
}

/**
 * Creates a cluster with the newest binaries of this machine and starts it with these settings (`name=value`): an empty
 * one, or a standby that follows the `primary`; in the folder of temporary files, or `under` another one that is there.
 */
export async function anOwnPostgres(
  settings: string[] = [],
  { primary, under = tmpdir() }: { primary?: OwnPostgres; under?: string } = {},
): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(under, 'rulewright-postgres-'))
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const binaries = await binaryFolder()
  const made = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  if (under !== tmpdir()) made.push('--wal-segsize=1')
  const copied = ['-D', data, '-d', primary?.url() ?? '', '-R', '-c', 'fast', '--no-sync']
  if (primary) await run(join(binaries, 'pg_basebackup'), copied, user)
  else await run(join(binaries, 'initdb'), made, user)
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
    server = spawn(join(binaries, 'postgres'), options, { ...user, stdio: 'ignore' })
    while (lives()) {
      if (await answers(ask)) return
    }
    throw new Error(`the server ended with ${server.exitCode ?? server.signalCode}`)
  }
  const lives = () => server !== null && server.exitCode === null && server.signalCode === null
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
    return { url, ask, stop, lives, start, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Gives a file that the settings name to the user that the server runs as: it reads no key of anybody else's. */
export async function forItsServer(path: string): Promise<void> {
  if (user.uid !== undefined) await chown(path, user.uid, user.gid)
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

/** Where `initdb` and `postgres` are: Debian keeps them off the path, in a folder per version. */
export async function binaryFolder(): Promise<string> {
  const debian = '/usr/lib/postgresql'
  const versions = await readdir(debian).catch(() => [])
  const newest = versions
    .map(Number)
    .filter(Number.isFinite)
    .toSorted((one, other) => other - one)[0]
  if (newest !== undefined) return join(debian, String(newest), 'bin')
  return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()
}
