import type { AbstractSqlDriver, SqlEntityManager, SqlMikroORM } from '@mikro-orm/sql'
import type { Kysely } from 'kysely'
import { openEmbedded } from './database/embedded.ts'
import { noReplicas, openReplicas, type Replicas } from './database/replicas.ts'
import { openServer, underMigrationLock } from './database/server.ts'
import type { Db } from './database/tables.ts'

export type { Db } from './database/tables.ts'

/** The ORM on either engine. */
export type Orm = SqlMikroORM<AbstractSqlDriver, Em>
/**
 * The entity manager on either engine; fork one per procedure. Inside `em.transactional` use the inner one alone:
 * the embedded engine has one connection, so a query through any other hangs for ever.
 */
export type Em = SqlEntityManager<AbstractSqlDriver>

/** The typed query builder that all reads take: outside a transaction, or bound to one. */
export type Reader = Kysely<Db>

export interface DatabaseOptions {
  /** `postgres://...`; absent: the embedded database in `dataDir`. */
  url?: string
  replicaUrls?: string[]
  /** A path, or `memory:` to keep nothing. */
  dataDir: string
  poolSize?: number
}

export interface Database {
  readonly orm: Orm
  /** For reads outside transactions. */
  readonly reader: Reader
  /** For the reads that `mayLag` of src/access names, and for nothing else. */
  readonly replicas: Replicas
  readonly engine: 'postgresql' | 'embedded'
  /** Brings the schema up to date; several processes may call it at once. */
  migrate(): Promise<void>
  /** Whether the database answers and its migrations are current. Never throws. */
  isReady(): Promise<boolean>
  /** Work that no answer waits for, but `close` does; it must not reject. */
  beside(work: Promise<void>): void
  /** Aborted when `close` begins: long work beside ends early. */
  readonly closing: AbortSignal
  /** Waits for the work beside, closes all connections and gives the data directory back. */
  close(): Promise<void>
}

/**
 * Opens the database that the options name (contract, "Environment"). Throws an Error of one line when another
 * process holds the data directory, and the driver's error when the server does not answer.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, replicaUrls = [], poolSize = 10, dataDir } = options
  if (url === undefined) return embeddedDatabase(dataDir)
  const orm = await openServer({ url, poolSize })
  const replicas = replicaUrls.length === 0 ? noReplicas : openReplicas(orm, replicaUrls)
  return assemble({
    orm,
    engine: 'postgresql',
    replicas,
    migrate: () => underMigrationLock(url, () => orm.migrator.up()),
    close: async () => {
      await replicas.close()
      await orm.close(true)
    },
  })
}

/** The embedded database, restored from a dump of another one when given. */
export async function embeddedDatabase(dataDir: string, dump?: Blob): Promise<Database> {
  const { orm, close } = await openEmbedded(dataDir, dump)
  const migrate = async () => void (await orm.migrator.up())
  return assemble({ orm, engine: 'embedded', replicas: noReplicas, migrate, close })
}

/** The typed Kysely of this entity manager: inside `em.transactional` it is bound to the transaction. */
export function kysely(em: Em): Kysely<Db> {
  return em.getKysely<Db>()
}

/** Migrations never become outdated again in one process, so that they are compared only until they are current. */
function assemble(parts: Omit<Database, 'isReady' | 'reader' | 'beside' | 'closing'>): Database {
  const pending = new Set<Promise<void>>()
  const closing = new AbortController()
  let current = false
  return {
    ...parts,
    reader: kysely(parts.orm.em.fork()),
    isReady: async () => {
      // A closed ORM would quietly connect again.
      if (closing.signal.aborted) return false
      try {
        if (current) await parts.orm.em.fork().execute('select 1')
        else current = (await parts.orm.migrator.getPending()).length === 0
        return current
      } catch {
        return false
      }
    },
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
