import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { findFreePort } from './slapd.ts'

/** Debian's user `nobody`; PgBouncer refuses to run as root. */
const NOBODY_UID = 65_534
const user = process.getuid?.() === 0 ? { uid: NOBODY_UID, gid: NOBODY_UID } : {}
const DEBIAN = '/usr/sbin/pgbouncer'

/** A PgBouncer in transaction mode in front of one database, for one test file. */
export interface PgBouncer {
  /** The database address through PgBouncer. */
  url: string
  stop: () => Promise<void>
}

/** The program that TEST_PGBOUNCER names, or Debian's; null if it is not installed. */
export function findPgBouncer(): string | null {
  const binary = process.env['TEST_PGBOUNCER'] ?? DEBIAN
  try {
    accessSync(binary, constants.X_OK)
    return binary
  } catch {
    return null
  }
}

/** Starts PgBouncer on a free port. Clients share so few server sessions that each gets sessions of others. */
export async function startPgBouncer(binary: string, database: string, sessions = 5): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'rulewright-pgbouncer-'))
  const config = join(folder, 'pgbouncer.ini')
  const port = await findFreePort()
  await writeFile(config, createConfiguration(new URL(database), port, sessions))
  if (user.uid !== undefined) for (const path of [folder, config]) await chown(path, user.uid, user.gid)
  const child = spawn(binary, ['-q', config], { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'close')
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const url = `postgres://anybody@127.0.0.1:${port}/pooled`
  while (!(await isReady(url))) {
    if (child.exitCode === null) continue
    await stop()
    throw new Error(`pgbouncer ended:\n${log}`)
  }
  return { url, stop }
}

function createConfiguration(server: URL, port: number, sessions: number): string {
  const password = server.password === '' ? '' : ` password=${decodeURIComponent(server.password)}`
  const credentials = `user=${decodeURIComponent(server.username)}${password}`
  const address = `host=${decodeURIComponent(server.hostname)} port=${server.port || 5432} dbname=${server.pathname.slice(1)}`
  return [
    '[databases]',
    `pooled = ${address} ${credentials}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${sessions}`,
    'max_client_conn = 200',
    '',
  ].join('\n')
}

async function isReady(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    await pause(20)
    return false
  } finally {
    await client.end()
  }
}
