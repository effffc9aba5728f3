import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from '../../telemetry/log.ts'
import {
  readClusterVersion,
  createCluster,
  createDamageError,
  DATABASE,
  readPassword,
  USER,
} from './cluster.ts'
import { toClusterPath, changeOwner, type DatabaseFolder } from './folder.ts'
import { startPostmaster } from './postmaster.ts'
import { findPrograms, type Programs } from './programs.ts'
import { listServerArguments, type ServerSettings } from './settings.ts'
import { endLeftoverServer } from './stop-server.ts'
import { superviseServer } from './supervisor.ts'
import { startWatchdog } from './watchdog.ts'

/** A PostgreSQL server that this process has started. */
export interface RunningServer {
  /** URL of its database. */
  url: string
  /** Shuts it down cleanly. */
  stop: () => Promise<void>
}

export interface StartOptions extends Omit<ServerSettings, 'endpoint'> {
  /** The database folder; only this process uses it. */
  folder: DatabaseFolder
  /** Whether the folder is deleted when the server ends. */
  temporary: boolean
  /** Listens on the loopback address with a password instead of a Unix socket. */
  loopback?: boolean
  log: Logger | null
}

/** Maximum bytes of a socket path on all systems, including the final NUL. */
const MAX_SOCKET_PATH = 104
const SOCKET_FILE = '/.s.PGSQL.5432'

/**
 * Starts the server of a folder, creates a missing cluster, and restarts the server after a crash. The server ends with
 * this process, even if that is killed. Throws a one-line Error.
 */
export async function startServer({
  folder,
  temporary,
  loopback = process.platform === 'win32',
  log,
  ...settings
}: StartOptions): Promise<RunningServer> {
  const { path } = folder
  const endpoint = loopback ? { port: await findFreePort() } : { socketFolder: chooseSocketFolder(folder) }
  const removed = [
    ...(temporary ? [path] : []),
    ...('socketFolder' in endpoint && endpoint.socketFolder !== path ? [endpoint.socketFolder] : []),
  ]
  const endWatchdog = startWatchdog(toClusterPath(path), removed)
  const cleanUp = () => {
    for (const item of removed) rmSync(item, { recursive: true, force: true })
    endWatchdog()
  }
  try {
    const programs = await preparePrograms(folder, { durable: settings.durable, password: loopback }, log)
    const args = listServerArguments(toClusterPath(path), programs.major, { ...settings, endpoint })
    const start = (signal: AbortSignal) => startPostmaster(folder, programs, args, log, signal)
    const { stop } = await superviseServer(start, log).catch((error: unknown) => {
      throw createDamageError(error instanceof Error ? error.message : String(error), path)
    })
    return {
      url: toServerUrl(endpoint, readPassword(path)),
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

/** Finds programs for the folder's cluster and stops a leftover server; creates a missing cluster. */
async function preparePrograms(
  folder: DatabaseFolder,
  options: { durable: boolean; password: boolean },
  log: Logger | null,
): Promise<Programs> {
  const version = readClusterVersion(folder.path)
  const programs = findPrograms(folder.account, folder.copies, version)
  if (version === null) await createCluster(folder, programs, options)
  else await endLeftoverServer(folder, programs, log)
  return programs
}

/** Builds the URL of a server; a socket folder is percent-encoded as the host, as in libpq. */
export function toServerUrl(endpoint: ServerSettings['endpoint'], password: string | null): string {
  const user = password === null ? USER : `${USER}:${encodeURIComponent(password)}`
  const host = 'port' in endpoint ? `127.0.0.1:${endpoint.port}` : encodeURIComponent(endpoint.socketFolder)
  return `postgres://${user}@${host}/${DATABASE}`
}

/** Returns the folder, or a new one with a short path if the socket's path would be too long. */
function chooseSocketFolder({ path, account }: DatabaseFolder): string {
  const fits = (folder: string) => Buffer.byteLength(folder + SOCKET_FILE) < MAX_SOCKET_PATH
  if (fits(path)) return path
  const parents = [tmpdir(), '/tmp'].filter((folder) => fits(join(folder, 'rulewright-000000')))
  const folder = mkdtempSync(join(parents[0] ?? '/tmp', 'rulewright-'))
  chmodSync(folder, 0o700)
  changeOwner(folder, account)
  return folder
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
