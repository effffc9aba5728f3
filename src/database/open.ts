import { kysely, type Database } from '../database.ts'
import type { Logger } from '../log.ts'
import { conditionOf } from './condition.ts'
import { TIME_LIMITS, type TimeLimits } from './server/limits.ts'
import { isMigrated } from './migrated.ts'
import { noReplicas, openReplicas } from './server/replicas.ts'
import { ServerConnection } from './server/connection.ts'
import { sendDirectly } from './statements/direct-reads.ts'
import { migrateServer, openServer } from './server/server.ts'
import type { Pooler } from './server/address.ts'
import type { PoolState } from './server/watch.ts'
import type { StatementWatch } from '../tracing/tracing.ts'

export interface DatabaseOptions {
  /** `postgres://...`; absent: the embedded database in `dataDir`. */
  url?: string
  replicaUrls?: string[]
  /** The server itself, where `url` leads to a pooler: migrations go there. */
  directUrl?: string | null
  /** What stands between the service and the server. */
  pooler?: Pooler
  /** A path, or `memory:` to keep nothing. */
  dataDir: string
  poolSize?: number
  /** Of every connection to a server; the embedded engine knows no limit of time. */
  limits?: TimeLimits
  /** Told what had to be done about a connection. */
  log?: Logger
  /** Told of every statement. */
  statements?: StatementWatch | null
}

/**
 * Opens the database that the options name (rule E-22). Throws an Error of one line when another
 * process holds the data directory, and the driver's error when the server does not answer.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const {
    url,
    replicaUrls = [],
    directUrl = null,
    pooler = 'auto',
    poolSize = 10,
    dataDir,
    limits = TIME_LIMITS,
    log = null,
    statements = null,
  } = options
  if (url === undefined) {
    const { preparedImage } = await import('./embedded/prepared-image.ts')
    return embeddedDatabase(dataDir, preparedImage(), statements, log)
  }
  const orm = await openServer({ url, poolSize, limits, log, pooler, statements })
  const connection = orm.driver.getConnection()
  const replicas =
    replicaUrls.length === 0
      ? noReplicas
      : openReplicas(orm, replicaUrls, { limits, log, pooler, statements })
  const database = assemble({
    orm,
    engine: 'postgresql',
    replicas,
    poolState: () => (connection instanceof ServerConnection ? connection.state() : 'room'),
    figures: () => (connection instanceof ServerConnection ? { pool: connection.figures() } : {}),
    migrate: () => (directUrl === null ? migrateServer(url, pooler) : migrateServer(directUrl)),
    ending: () => undefined,
    close: async () => {
      await replicas.close()
      await orm.close(true)
    },
  })
  if (connection instanceof ServerConnection)
    sendDirectly(database.queries, (text, values, short) => connection.sendRead(text, values, short))
  return database
}

/** The embedded database; a new one is a copy of the dump at a path when given. */
export async function embeddedDatabase(
  dataDir: string,
  dump?: string,
  statements: StatementWatch | null = null,
  log: Logger | null = null,
): Promise<Database> {
  // Whoever has a server needs nothing of it: most of a start is loading.
  const { openEmbedded } = await import('./embedded/embedded.ts')
  const { orm, pglite, ending, close } = await openEmbedded(dataDir, dump, statements, log)
  const migrate = async () => {
    if (!(await isMigrated((statement) => orm.em.fork().execute<unknown[]>(statement))))
      await orm.migrator.up()
  }
  const poolState = () => 'room' as const
  const figures = () => ({ queue: pglite.queue() })
  return assemble({
    orm,
    engine: 'embedded',
    replicas: noReplicas,
    poolState,
    figures,
    migrate,
    ending,
    close,
  })
}

interface Parts extends Omit<Database, 'condition' | 'queries' | 'beside' | 'closing'> {
  poolState: () => PoolState
}

function assemble({ poolState, ...parts }: Parts): Database {
  const pending = new Set<Promise<void>>()
  const closing = new AbortController()
  const condition = conditionOf(parts.orm, poolState)
  return {
    ...parts,
    queries: kysely(parts.orm.em.fork()),
    // A closed ORM would quietly connect again.
    condition: () => (closing.signal.aborted ? Promise.resolve('away') : condition()),
    closing: closing.signal,
    beside: (work) => {
      const kept = work.finally(() => pending.delete(kept))
      pending.add(kept)
    },
    close: async () => {
      closing.abort()
      await Promise.all(pending)
      await parts.close()
    },
  }
}
