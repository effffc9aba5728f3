import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'

/** One turn with a connection, from its acquisition to its return. */
class Lease implements DatabaseConnection {
  readonly held: DatabaseConnection

  constructor(held: DatabaseConnection) {
    this.held = held
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.held.executeQuery(query)
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.held.streamQuery(query, chunkSize)
  }
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
    await this.#inner.releaseConnection(heldBy(lease))
  }

  async beginTransaction(lease: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.#orReturned(lease, this.#inner.beginTransaction(heldBy(lease), settings))
  }

  /** A refused commit leaves the transaction to its rollback, which follows. */
  commitTransaction(lease: DatabaseConnection): Promise<void> {
    return this.#inner.commitTransaction(heldBy(lease))
  }

  async rollbackTransaction(lease: DatabaseConnection): Promise<void> {
    await this.#orReturned(lease, this.#inner.rollbackTransaction(heldBy(lease)))
  }

  async savepoint(...[lease, name, compile]: Savepoint): Promise<void> {
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
