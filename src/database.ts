import type { AbstractSqlDriver, SqlEntityManager, SqlMikroORM } from '@mikro-orm/sql'
import type { Kysely } from 'kysely'
import type { Db } from './database/tables.ts'

export type { Db } from './database/tables.ts'

/** The ORM on either engine. */
export type Orm = SqlMikroORM<AbstractSqlDriver, Em>
/**
 * The entity manager on either engine; fork one per procedure. Inside `em.transactional` use the inner one alone:
 * the embedded engine has one connection, so a query through any other hangs for ever.
 */
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

/** How busy the database's connections are: those of a pool, or the queue before the embedded engine. */
export interface DatabaseFigures {
  pool?: { open: number; idle: number; most: number; waiting: number }
  /** `turns` and `waitedMs` are counted from the start on. */
  queue?: { length: number; turns: number; waitedMs: number }
}

export interface Database {
  readonly orm: Orm
  /** For reads outside transactions. */
  readonly queries: Queries
  /** For the reads that `mayLag` of src/access names, and for nothing else. */
  readonly replicas: Replicas
  readonly engine: 'postgresql' | 'embedded'
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
  /** Says that `close` will follow soon: whoever wants the data directory next waits for it. */
  ending(): void
  /** Waits for the work beside, closes all connections and gives the data directory back. */
  close(): Promise<void>
}

/** The typed Kysely of this entity manager: inside `em.transactional` it is bound to the transaction. */
export function kysely(em: Em): Kysely<Db> {
  return em.getKysely<Db>()
}
