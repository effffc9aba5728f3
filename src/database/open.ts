import type { Pooler } from '../config/database-address.ts'
import type { Logger } from '../telemetry/log.ts'
import type { StatementWatch } from '../telemetry/tracing/tracing.ts'
import { createConditionCheck } from './condition.ts'
import { toKysely, type Database } from './database.ts'
import type { EmbeddedServer } from './embedded-server/embedded-server.ts'
import { setSenders } from './fast-path/direct-reads.ts'
import { ServerConnection } from './server/connection.ts'
import { TIME_LIMITS, type TimeLimits } from './server/limits.ts'
import type { PoolState } from './server/pool-monitor.ts'
import { noReplicas, openReplicas } from './server/replicas.ts'
import { migrateServer, openServer } from './server/server.ts'

export interface DatabaseOptions {
  /** `postgres://...`; absent: the embedded database in `dataDir`. */
  url?: string
  replicaUrls?: string[]
  /** The server itself, if `url` is a pooler: migrations use it. */
  directUrl?: string | null
  /** The pooler between the service and the server. */
  pooler?: Pooler
  /** A path, or `memory:` for a temporary database. */
  dataDir: string
  poolSize?: number
  /** The embedded server, if it is already starting. */
  embedded?: Promise<EmbeddedServer>
  /** Whether to use the embedded database of a running service, for the operator's commands. */
  shared?: boolean
  /** Processes with a pool on the embedded database, including this one. */
  processes?: number
  limits?: TimeLimits
  /** Receives messages about broken connections. */
  log?: Logger | null
  /** Traces every statement. */
  statements?: StatementWatch | null
}

const POOL_SIZE = 10

/**
 * Opens the database (rule E-22), and starts an embedded one. Throws a one-line Error if that fails, and the driver's
 * error if a server does not answer.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url !== undefined) return openOnServer(options.url, options, null)
  const embedded = await (options.embedded ?? startEmbedded(options))
  try {
    return await openOnServer(embedded.url, { ...options, pooler: 'none' }, embedded)
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

async function startEmbedded({
  dataDir,
  poolSize = POOL_SIZE,
  processes = 1,
  shared = false,
  log = null,
}: DatabaseOptions): Promise<EmbeddedServer> {
  // Loaded only when needed, because loading modules takes most of the startup time.
  const { reachEmbeddedServer, startEmbeddedServer } = await import('./embedded-server/embedded-server.ts')
  return (shared ? reachEmbeddedServer : startEmbeddedServer)({ dataDir, poolSize, processes, log })
}

async function openOnServer(
  url: string,
  options: DatabaseOptions,
  embedded: EmbeddedServer | null,
): Promise<Database> {
  const { replicaUrls = [], directUrl = null, poolSize = POOL_SIZE } = options
  const { pooler = 'auto', limits = TIME_LIMITS, log = null, statements = null } = options
  const shared = { limits, log, pooler, statements }
  const orm = await openServer({ url, poolSize, ...shared })
  const connection = orm.driver.getConnection()
  const server = connection instanceof ServerConnection ? connection : null
  const replicas = replicaUrls.length === 0 ? noReplicas : openReplicas(orm, replicaUrls, shared)
  const database = assemble({
    orm,
    embedded,
    replicas,
    poolState: () => server?.readState() ?? 'available',
    countConnections: () => server?.countConnections() ?? NO_CONNECTIONS,
    migrate: () => (directUrl === null ? migrateServer(url, pooler) : migrateServer(directUrl)),
    announceClose: () => embedded?.announceStop(),
    close: async () => {
      await replicas.close()
      await orm.close(true)
      await embedded?.stop()
    },
  })
  if (server) setSenders(database.queries, { short: (text, values) => server.sendShort(text, values) })
  return database
}

const NO_CONNECTIONS = { open: 0, idle: 0, limit: 0, waiting: 0 }

interface DatabaseParts extends Omit<Database, 'readCondition' | 'queries' | 'trackBackground' | 'closing'> {
  poolState: () => PoolState
}

function assemble({ poolState, ...parts }: DatabaseParts): Database {
  const pending = new Set<Promise<void>>()
  const closing = new AbortController()
  const checkCondition = createConditionCheck(parts.orm, poolState)
  return {
    ...parts,
    queries: toKysely(parts.orm.em.fork()),
    // A closed ORM would silently reconnect.
    readCondition: () => (closing.signal.aborted ? Promise.resolve('away') : checkCondition()),
    closing: closing.signal,
    trackBackground: (work) => {
      const tracked = work.finally(() => pending.delete(tracked))
      pending.add(tracked)
    },
    close: async () => {
      closing.abort()
      await Promise.all(pending)
      await parts.close()
    },
  }
}
