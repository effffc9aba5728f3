import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import { waitsForCommit } from '../statements/with-commit.ts'

/**
 * One turn with a connection, from its acquisition to its return. A transaction's `begin` travels with its first
 * statement and its last statement with the commit (`withCommit`): that spares two of its round trips.
 */
class Lease implements DatabaseConnection {
  readonly held: DatabaseConnection
  #begin: (() => Promise<void>) | null = null
  #last: CompiledQuery | null = null
  #inTransaction = false
  #returned = false

  constructor(held: DatabaseConnection) {
    this.held = held
  }

  /** Begins a transaction with the next statement. */
  beginsWith(begin: () => Promise<void>): void {
    this.#begin = begin
    this.#inTransaction = true
  }

  /** Begins it now, before what is no statement of this lease. */
  async begun(): Promise<void> {
    const begin = this.#begin
    this.#begin = null
    await begin?.()
  }

  /** Of a transaction without statements the server never hears. */
  async commit(commit: () => Promise<void>): Promise<void> {
    const last = this.#last
    this.#last = null
    // Where the last statement fails, the server answers the commit behind it with a rollback.
    if (last) await inTurn(this.#send(last), commit())
    else if (!this.#begin) await commit()
    this.#end()
  }

  async rollback(rollback: () => Promise<void>): Promise<void> {
    const unknown = this.#begin !== null
    this.#end()
    if (!unknown) await rollback()
  }

  /** Whoever still has it may send nothing more: it serves somebody else. */
  returned(): void {
    this.#returned = true
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#returned) throw new Error('the transaction of this statement has ended')
    const before = this.#last
    this.#last = null
    if (before) await this.#send(before)
    if (!this.#inTransaction || !waitsForCommit(query)) return this.#send(query)
    this.#last = query
    return { rows: [] }
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    await this.begun()
    yield* this.held.streamQuery<R>(query, chunkSize)
  }

  #send<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const begin = this.#begin
    this.#begin = null
    return begin ? inTurn(begin(), this.held.executeQuery<R>(query)) : this.held.executeQuery<R>(query)
  }

  #end(): void {
    this.#begin = null
    this.#last = null
    this.#inTransaction = false
  }
}

/** What the second answers, once both have ended; throws what the first threw, or else the second. */
async function inTurn<R>(first: Promise<unknown>, second: Promise<R>): Promise<R> {
  const [before, after] = await Promise.allSettled([first, second])
  if (before.status === 'rejected') throw before.reason
  if (after.status === 'rejected') throw after.reason
  return after.value
}

/**
 * A Kysely driver that gives a connection back when its transaction could not begin, be committed or be rolled back:
 * Kysely's controlled transactions, which the ORM uses, forget it then. Each connection goes back once per turn,
 * whoever returns it again. Whether it serves another turn is for the pool to decide (`watchClients`).
 */
export class LeasingDriver implements Driver {
  readonly #inner: Driver
  readonly #out = new WeakSet<DatabaseConnection>()

  constructor(inner: Driver) {
    this.#inner = inner
  }

  init(): Promise<void> {
    return this.#inner.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const lease = new Lease(await this.#inner.acquireConnection())
    this.#out.add(lease)
    return lease
  }

  async releaseConnection(lease: DatabaseConnection): Promise<void> {
    if (!this.#out.delete(lease)) return
    if (lease instanceof Lease) lease.returned()
    await this.#inner.releaseConnection(heldBy(lease))
  }

  async beginTransaction(lease: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begin = () => this.#inner.beginTransaction(heldBy(lease), settings)
    if (lease instanceof Lease) lease.beginsWith(begin)
    else await begin()
  }

  /** A refused commit leaves the transaction to its rollback, which follows. */
  async commitTransaction(lease: DatabaseConnection): Promise<void> {
    const commit = () => this.#inner.commitTransaction(heldBy(lease))
    await (lease instanceof Lease ? lease.commit(commit) : commit())
  }

  async rollbackTransaction(lease: DatabaseConnection): Promise<void> {
    const rollback = () => this.#inner.rollbackTransaction(heldBy(lease))
    await this.#orReturned(lease, lease instanceof Lease ? lease.rollback(rollback) : rollback())
  }

  async savepoint(...[lease, name, compile]: Savepoint): Promise<void> {
    if (lease instanceof Lease) await lease.begun()
    await this.#inner.savepoint?.(heldBy(lease), name, compile)
  }

  async rollbackToSavepoint(...[lease, name, compile]: Savepoint): Promise<void> {
    await this.#inner.rollbackToSavepoint?.(heldBy(lease), name, compile)
  }

  async releaseSavepoint(...[lease, name, compile]: Savepoint): Promise<void> {
    await this.#inner.releaseSavepoint?.(heldBy(lease), name, compile)
  }

  destroy(): Promise<void> {
    return this.#inner.destroy()
  }

  async #orReturned(lease: DatabaseConnection, step: Promise<void>): Promise<void> {
    try {
      await step
    } catch (error) {
      await this.releaseConnection(lease)
      throw error
    }
  }
}

type Savepoint = Parameters<NonNullable<Driver['savepoint']>>

function heldBy(lease: DatabaseConnection): DatabaseConnection {
  return lease instanceof Lease ? lease.held : lease
}
