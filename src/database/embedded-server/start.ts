import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from '../../telemetry/log.ts'
import { clusterVersion, createCluster, damaged, DATABASE, passwordOf, USER } from './cluster.ts'
import { clusterIn, give, type DatabaseFolder } from './folder.ts'
import { endLeftoverServer } from './leftover.ts'
import { startPostmaster } from './postmaster.ts'
import { findPrograms, type Programs } from './programs.ts'
import { serverArguments, type ServerSettings } from './settings.ts'
import { superviseServer } from './supervisor.ts'
import { startWatchdog } from './watchdog.ts'

/** A PostgreSQL server that this process has started. */
export interface RunningServer {
  /** The address of its database. */
  url: string
  /** Ends it in good order. */
  stop: () => Promise<void>
}

export interface StartOptions extends Omit<ServerSettings, 'endpoint'> {
  /** The folder of the database, which this process alone uses. */
  folder: DatabaseFolder
  /** Whether the folder goes when the server ends. */
  temporary: boolean
  /** On the loopback address with a password, as where there are no Unix sockets, in place of a socket in the folder. */
  loopback?: boolean
  log: Logger | null
}

/** Bytes of a socket's path that every system takes, the NUL at its end included. */
const LONGEST_SOCKET_PATH = 104
const SOCKET_FILE = '/.s.PGSQL.5432'

/**
 * Starts the server of a folder, with a new cluster in an empty one, and starts it again when it crashes. It ends with
 * this process, however that ends. Throws an Error of one line.
 */
export async function startServer({
  folder,
  temporary,
  loopback = process.platform === 'win32',
  log,
  ...settings
}: StartOptions): Promise<RunningServer> {
  const { path } = folder
  const endpoint = loopback ? { port: await freePort() } : { socketFolder: socketFolder(folder) }
  const removed = [
    ...(temporary ? [path] : []),
    ...('socketFolder' in endpoint && endpoint.socketFolder !== path ? [endpoint.socketFolder] : []),
  ]
  const endWatchdog = startWatchdog(clusterIn(path), removed)
  const cleanUp = () => {
    for (const one of removed) rmSync(one, { recursive: true, force: true })
    endWatchdog()
  }
  try {
    const programs = await preparePrograms(folder, { durable: settings.durable, password: loopback }, log)
    const args = serverArguments(clusterIn(path), programs.major, { ...settings, endpoint })
    const start = (signal: AbortSignal) => startPostmaster(folder, programs, args, log, signal)
    const { stop } = await superviseServer(start, log).catch((error: unknown) => {
      throw damaged(error instanceof Error ? error.message : String(error), path)
    })
    return {
      url: urlOf(endpoint, passwordOf(path)),
      stop: async () => {
        await stop()
        cleanUp()
      },
    }
  } catch (error) {
    cleanUp()
    throw error
  }
}

/** The programs that fit the cluster of a folder, in which no server runs any more; it is created when it is missing. */
async function preparePrograms(
  folder: DatabaseFolder,
  options: { durable: boolean; password: boolean },
  log: Logger | null,
): Promise<Programs> {
  const version = clusterVersion(folder.path)
  const programs = findPrograms(folder.account, folder.copies, version)
  if (version === null) await createCluster(folder, programs, options)
  else await endLeftoverServer(folder, programs, log)
  return programs
}

/** The address of a server: its socket is a host in percent signs, as libpq has it. */
export function urlOf(endpoint: ServerSettings['endpoint'], password: string | null): string {
  const user = password === null ? USER : `${USER}:${encodeURIComponent(password)}`
  const host = 'port' in endpoint ? `127.0.0.1:${endpoint.port}` : encodeURIComponent(endpoint.socketFolder)
  return `postgres://${user}@${host}/${DATABASE}`
}

/** The folder itself, or one with a short path where the operating system would not take that of a socket in it. */
function socketFolder({ path, account }: DatabaseFolder): string {
  const fits = (folder: string) => Buffer.byteLength(folder + SOCKET_FILE) < LONGEST_SOCKET_PATH
  if (fits(path)) return path
  const parents = [tmpdir(), '/tmp'].filter((folder) => fits(join(folder, 'rulewright-000000')))
  const folder = mkdtempSync(join(parents[0] ?? '/tmp', 'rulewright-'))
  chmodSync(folder, 0o700)
  give(folder, account)
  return folder
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
