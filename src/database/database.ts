import type { AbstractSqlDriver, SqlEntityManager, SqlMikroORM } from '@mikro-orm/sql'
import type { Kysely } from 'kysely'
import type { Db } from './tables.ts'

export type { Db } from './tables.ts'

/** The ORM with its connections. */
export type Orm = SqlMikroORM<AbstractSqlDriver, Em>
/** The entity manager; fork one per procedure. Inside `em.transactional` only the inner one is in the transaction. */
export type Em = SqlEntityManager<AbstractSqlDriver>

/** The typed query builder, outside a transaction or bound to one. */
export type Queries = Kysely<Db>

/**
 * State of the database. `stuck`: all connections of this process are in use and none answers. `away`: the database
 * does not answer. `outdated`: it is not migrated.
 */
export type Condition = 'ready' | 'stuck' | 'away' | 'outdated'

/** A read replica; its data may be older than the primary's. */
export interface Replica {
  reader: Queries
  /** Skips the replica for 30 seconds after a failure. */
  pause: () => void
}

export interface Replicas {
  /** The next replica, round robin; null if there is none or all are paused. */
  next: () => Replica | null
  close: () => Promise<void>
}

/** Connection counts of the pool. */
export interface DatabaseFigures {
  open: number
  idle: number
  limit: number
  waiting: number
}

export interface Database {
  readonly orm: Orm
  /** For reads outside transactions. */
  readonly queries: Queries
  /** Only for reads through `withReplica` of src/procedures/access. */
  readonly replicas: Replicas
  /** The embedded server of this process; null for an external server. */
  readonly embedded: { url: string; folder: string } | null
  /** Migrates the schema; several processes may call it concurrently. */
  migrate(): Promise<void>
  /** Whether the database answers requests of this process, and its migrations are current. Never throws. */
  readCondition(): Promise<Condition>
  /** The current connection counts of this process. */
  countConnections(): DatabaseFigures
  /** Tracks background work, which `close` waits for; it must not reject. */
  trackBackground(work: Promise<void>): void
  /** Aborted when `close` begins, so that long background work ends early. */
  readonly closing: AbortSignal
  /** Announces that `close` will follow soon: the next process waits for the data directory. */
  announceClose(): void
  /** Waits for background work, closes all connections and stops the embedded server. */
  close(): Promise<void>
}

/** Returns the typed Kysely of an entity manager; inside `em.transactional` it is bound to the transaction. */
export function toKysely(em: Em): Kysely<Db> {
  return em.getKysely<Db>()
}
