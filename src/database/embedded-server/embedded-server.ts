import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Logger } from '../../telemetry/log.ts'
import { readPassword } from './cluster.ts'
import { isLocked, lockDirectory, waitForEnding } from './directory-lock.ts'
import {
  toClusterPath,
  createDatabaseFolder,
  hasDatabase,
  createTemporaryFolder,
  type DatabaseFolder,
} from './folder.ts'
import { isClusterServer, readPostmasterFile } from './postmaster-file.ts'
import { startServer, toServerUrl, type RunningServer } from './start.ts'

/** The embedded PostgreSQL server of the service. */
export interface EmbeddedServer extends RunningServer {
  /** Folder of its files. */
  folder: string
  /** Announces that `stop` follows soon, so that the next process waits. */
  announceStop: () => void
}

export interface EmbeddedOptions {
  /** A path, or `memory:` for files that are deleted when the process ends. */
  dataDir: string
  /** Connections of each pool. */
  poolSize?: number
  /** Processes with a pool, this one included. */
  processes?: number
  log: Logger | null
}

const POOL_SIZE = 10
/** Sessions for migrations, backups and other tools. */
const OTHER_SESSIONS = 10

export { hasDatabase }

/** A file of a PGlite database in DATA_DIR, from earlier versions. */
const PGLITE = 'database/PG_VERSION'
const WHY: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
}

/**
 * Starts the embedded database of `dataDir`, which only one process may use. Throws a one-line Error and changes
 * nothing then.
 */
export async function startEmbeddedServer({
  dataDir,
  poolSize = POOL_SIZE,
  processes = 1,
  log,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  // One additional pool for the operator's commands.
  const connections = (processes + 1) * poolSize + OTHER_SESSIONS
  try {
    if (dataDir.startsWith('memory:')) {
      const folder = createTemporaryFolder()
      const server = await startServer({ folder, temporary: true, durable: false, connections, log })
      return { ...server, folder: folder.path, announceStop: () => undefined }
    }
    refusePGlite(dataDir)
    return await startIn(createDatabaseFolder(dataDir), dataDir, connections, log)
  } catch (error) {
    throw toReadableError(error)
  }
}

/** Connects to the running server of `dataDir`, or starts one until `stop`. For the operator's commands. */
export async function reachEmbeddedServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  return findRunningServer(options.dataDir) ?? startEmbeddedServer(options)
}

/** Finds the running server of `dataDir`; null if there is none. Its `stop` has no effect. */
function findRunningServer(dataDir: string): EmbeddedServer | null {
  if (dataDir.startsWith('memory:') || !hasDatabase(dataDir)) return null
  const { path } = createDatabaseFolder(dataDir)
  if (!isLocked(path)) return null
  const file = readPostmasterFile(toClusterPath(path))
  if (!file?.ready || !isClusterServer(file.pid, toClusterPath(path))) return null
  const { socketFolder, port } = file
  return {
    url: toServerUrl(socketFolder === null ? { port } : { socketFolder }, readPassword(path)),
    folder: path,
    announceStop: () => undefined,
    stop: () => Promise.resolve(),
  }
}

async function startIn(
  folder: DatabaseFolder,
  dataDir: string,
  connections: number,
  log: Logger | null,
): Promise<EmbeddedServer> {
  await waitForEnding(folder.path)
  const lock = lockDirectory(folder.path, resolve(dataDir))
  try {
    const server = await startServer({ folder, temporary: false, durable: true, connections, log })
    return {
      url: server.url,
      folder: folder.path,
      announceStop: lock.announceRelease,
      stop: async () => {
        try {
          await server.stop()
        } finally {
          lock.release()
        }
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function refusePGlite(dataDir: string): void {
  if (hasDatabase(dataDir) || !existsSync(join(dataDir, PGLITE))) return
  throw new Error(
    'it holds a database of PGlite: export its projects as JSON archives with the version of the service that made it, then import them into an empty DATA_DIR',
  )
}

/** Converts an operating system error to a readable message. */
function toReadableError(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  const reason = WHY[String(error.code)]
  if (reason === undefined) return error
  return new Error('path' in error ? `${String(error.path)}: ${reason}` : reason, { cause: error })
}
