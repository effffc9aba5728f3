import type { AbstractSqlDriver, SqlEntityManager, SqlMikroORM } from '@mikro-orm/sql'
import type { Kysely } from 'kysely'
import type { Db } from './tables.ts'

export type { Db } from './tables.ts'

/** The ORM with its connections. */
export type Orm = SqlMikroORM<AbstractSqlDriver, Em>
/** The entity manager; fork one per procedure. Inside `em.transactional` only the inner one is in the transaction. */
export type Em = SqlEntityManager<AbstractSqlDriver>

/** The typed query builder of statements that no entity makes: outside a transaction, or bound to one. */
export type Queries = Kysely<Db>

/**
 * What a supervisor must know: `stuck` means that every connection of this process is in use and none of them answers,
 * `away` that the database does not answer, `outdated` that it is not migrated.
 */
export type Condition = 'ready' | 'stuck' | 'away' | 'outdated'

/** One read replica; its answers may be older than what the primary holds. */
export interface Replica {
  reader: Queries
  /** Leaves it alone for half a minute, after it failed to answer. */
  rest: () => void
}

export interface Replicas {
  /** The next replica in turn, or null when there is none or all of them rest. */
  next: () => Replica | null
  close: () => Promise<void>
}

/** How busy the connections of the pool are. */
export interface DatabaseFigures {
  open: number
  idle: number
  most: number
  waiting: number
}

export interface Database {
  readonly orm: Orm
  /** For reads outside transactions. */
  readonly queries: Queries
  /** For the reads that `withReplica` of src/procedures/access names, and for nothing else. */
  readonly replicas: Replicas
  /** The embedded server that this process runs; null for a server that others run. */
  readonly embedded: { url: string; folder: string } | null
  /** Brings the schema up to date; several processes may call it at once. */
  migrate(): Promise<void>
  /** Whether the database answers requests of this process, and its migrations are current. Never throws. */
  condition(): Promise<Condition>
  /** How busy this process's connections are at this moment. */
  figures(): DatabaseFigures
  /** Work that no answer waits for, but `close` does; it must not reject. */
  beside(work: Promise<void>): void
  /** Aborted when `close` begins: long work beside ends early. */
  readonly closing: AbortSignal
  /** Says that `close` will follow soon: the next process that wants the data directory waits for it. */
  ending(): void
  /** Waits for the work beside, closes all connections and stops the embedded server. */
  close(): Promise<void>
}

/** The typed Kysely of this entity manager: inside `em.transactional` it is bound to the transaction. */
export function kysely(em: Em): Kysely<Db> {
  return em.getKysely<Db>()
}
