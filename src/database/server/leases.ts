import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import { waitsForNext } from '../statements/with-next.ts'

/**
 * One turn with a connection, from its acquisition to its return. What needs no answer travels with the statement behind
 * it: a transaction's `begin`, and what is marked by `withNext`. That spares their round trips.
 */
class Lease implements DatabaseConnection {
  readonly held: DatabaseConnection
  #begin: (() => Promise<void>) | null = null
  #waiting: CompiledQuery[] = []
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

  /** Of a transaction without statements the server never hears. */
  async commit(commit: () => Promise<void>): Promise<void> {
    // Where something that waited fails, the server answers the commit behind it with a rollback.
    if (!this.#begin || this.#waiting.length > 0) await this.behind(commit)
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

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#inTransaction || !waitsForNext(query))
      return this.behind(() => this.held.executeQuery<R>(query))
    this.#waiting.push(query)
    return Promise.resolve({ rows: [] })
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    await this.behind(() => Promise.resolve())
    yield* this.held.streamQuery<R>(query, chunkSize)
  }

  /** Sends what waits and, at once, what comes behind it; answers that, or throws what failed first. */
  behind<R>(send: () => Promise<R>): Promise<R> {
    if (this.#returned) return Promise.reject(new Error('the transaction of this statement has ended'))
    const [begin, waiting] = [this.#begin, this.#waiting]
    if (!begin && waiting.length === 0) return send()
    this.#begin = null
    this.#waiting = []
    const before = [...(begin ? [begin()] : []), ...waiting.map((query) => this.held.executeQuery(query))]
    return inTurn(before, send())
  }

  #end(): void {
    this.#begin = null
    this.#waiting = []
    this.#inTransaction = false
  }
}

/** What the last answers, once all have ended; throws what the first of them threw. */
async function inTurn<R>(before: Promise<unknown>[], last: Promise<R>): Promise<R> {
  const [after, ...earlier] = await Promise.allSettled([last, ...before])
  for (const one of [...earlier, after]) if (one.status === 'rejected') throw one.reason
  return last
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
    const savepoint = async () => this.#inner.savepoint?.(heldBy(lease), name, compile)
    await (lease instanceof Lease ? lease.behind(savepoint) : savepoint())
  }

  async rollbackToSavepoint(...[lease, name, compile]: Savepoint): Promise<void> {
    const rollback = async () => this.#inner.rollbackToSavepoint?.(heldBy(lease), name, compile)
    await (lease instanceof Lease ? lease.behind(rollback) : rollback())
  }

  async releaseSavepoint(...[lease, name, compile]: Savepoint): Promise<void> {
    const release = async () => this.#inner.releaseSavepoint?.(heldBy(lease), name, compile)
    await (lease instanceof Lease ? lease.behind(release) : release())
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
