import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'

/** The use of one connection, from its acquisition to its release. It sends nothing afterwards. */
export class ClientLease implements DatabaseConnection {
  readonly connection: DatabaseConnection
  #released = false

  constructor(connection: DatabaseConnection) {
    this.connection = connection
  }

  begin(begin: () => Promise<void>): Promise<void> {
    return this.send(begin)
  }

  commit(commit: () => Promise<void>): Promise<void> {
    return this.send(commit)
  }

  rollback(rollback: () => Promise<void>): Promise<void> {
    return rollback()
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.send(() => this.connection.executeQuery<R>(query))
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    await this.send(() => Promise.resolve())
    yield* this.connection.streamQuery<R>(query, chunkSize)
  }

  /** Sends something over the connection. Rejects after the release, because the connection serves someone else. */
  send<R>(send: () => Promise<R>): Promise<R> {
    return this.#released ? Promise.reject(new Error('the transaction of this statement has ended')) : send()
  }

  markReleased(): void {
    this.#released = true
  }
}

/**
 * A Kysely driver that releases a connection whose transaction could not begin, commit or roll back. Kysely's
 * controlled transactions, which the ORM uses, would leak it. It releases each lease once; the pool decides whether the
 * connection is used again (`monitorPool`).
 */
export class ReleasingDriver implements Driver {
  readonly #inner: Driver
  readonly #createLease: (connection: DatabaseConnection) => ClientLease
  readonly #leases = new WeakSet<DatabaseConnection>()

  constructor(
    inner: Driver,
    createLease = (connection: DatabaseConnection): ClientLease => new ClientLease(connection),
  ) {
    this.#inner = inner
    this.#createLease = createLease
  }

  init(): Promise<void> {
    return this.#inner.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const lease = this.#createLease(await this.#inner.acquireConnection())
    this.#leases.add(lease)
    return lease
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (!this.#leases.delete(connection)) return
    const lease = toLease(connection)
    lease.markReleased()
    await this.#inner.releaseConnection(lease.connection)
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const lease = toLease(connection)
    await this.#releaseOnError(
      lease,
      lease.begin(() => this.#inner.beginTransaction(lease.connection, settings)),
    )
  }

  /** After a rejected commit, the rollback that follows ends the transaction. */
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const lease = toLease(connection)
    await lease.commit(() => this.#inner.commitTransaction(lease.connection))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const lease = toLease(connection)
    await this.#releaseOnError(
      lease,
      lease.rollback(() => this.#inner.rollbackTransaction(lease.connection)),
    )
  }

  async savepoint(...[connection, name, compile]: Savepoint): Promise<void> {
    const lease = toLease(connection)
    await lease.send(async () => this.#inner.savepoint?.(lease.connection, name, compile))
  }

  async rollbackToSavepoint(...[connection, name, compile]: Savepoint): Promise<void> {
    const lease = toLease(connection)
    await lease.send(async () => this.#inner.rollbackToSavepoint?.(lease.connection, name, compile))
  }

  async releaseSavepoint(...[connection, name, compile]: Savepoint): Promise<void> {
    const lease = toLease(connection)
    await lease.send(async () => this.#inner.releaseSavepoint?.(lease.connection, name, compile))
  }

  destroy(): Promise<void> {
    return this.#inner.destroy()
  }

  async #releaseOnError(lease: ClientLease, step: Promise<void>): Promise<void> {
    try {
      await step
    } catch (error) {
      await this.releaseConnection(lease)
      throw error
    }
  }
}

type Savepoint = Parameters<NonNullable<Driver['savepoint']>>

/** Kysely only passes connections from `acquireConnection`. */
function toLease(connection: DatabaseConnection): ClientLease {
  if (!(connection instanceof ClientLease)) throw new Error('the connection is not one of this driver')
  return connection
}
