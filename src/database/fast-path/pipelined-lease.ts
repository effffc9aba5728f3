import type { CompiledQuery, QueryResult } from 'kysely'
import type { Queries } from '../database.ts'
import { ClientLease } from '../server/releasing-driver.ts'

const deferredStatements = new WeakSet<object>()

/**
 * Marks a statement whose result is ignored. In a pipelined transaction it is sent together with the next statement or
 * the commit, which then reports its error.
 */
export function deferStatement<R>(query: CompiledQuery<R>): CompiledQuery<R> {
  deferredStatements.add(query)
  return query
}

/** Executes a statement whose result is ignored; see `deferStatement`. */
export async function executeDeferred(
  db: Queries,
  statement: { compile: (db: Queries) => CompiledQuery },
): Promise<void> {
  await db.executeQuery(deferStatement(statement.compile(db)))
}

/**
 * A lease that saves round trips: it sends the `begin` of a transaction, and deferred statements, together with the
 * statement that follows.
 */
export class PipelinedLease extends ClientLease {
  #begin: (() => Promise<void>) | null = null
  #waiting: CompiledQuery[] = []
  #inTransaction = false

  override begin(begin: () => Promise<void>): Promise<void> {
    this.#begin = begin
    this.#inTransaction = true
    return Promise.resolve()
  }

  /** Sends nothing for a transaction without statements. */
  override async commit(commit: () => Promise<void>): Promise<void> {
    // If a deferred statement fails, the server answers the commit with a rollback.
    if (!this.#begin || this.#waiting.length > 0) await this.send(commit)
    this.#end()
  }

  override async rollback(rollback: () => Promise<void>): Promise<void> {
    const hasBegun = this.#begin === null
    this.#end()
    if (hasBegun) await rollback()
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#inTransaction || !deferredStatements.has(query)) return super.executeQuery<R>(query)
    this.#waiting.push(query)
    return Promise.resolve({ rows: [] })
  }

  /** Sends the deferred statements and this one together. Returns its result, or throws the first error. */
  override send<R>(send: () => Promise<R>): Promise<R> {
    const [begin, waiting] = [this.#begin, this.#waiting]
    if (!begin && waiting.length === 0) return super.send(send)
    this.#begin = null
    this.#waiting = []
    return super.send(() => {
      const earlier = [
        ...(begin ? [begin()] : []),
        ...waiting.map((query) => this.connection.executeQuery(query)),
      ]
      return awaitLast(earlier, send())
    })
  }

  #end(): void {
    this.#begin = null
    this.#waiting = []
    this.#inTransaction = false
  }
}

/** Waits for all, and returns the result of the last one. Throws the first error in order. */
async function awaitLast<R>(earlier: Promise<unknown>[], last: Promise<R>): Promise<R> {
  const [outcome, ...others] = await Promise.allSettled([last, ...earlier])
  for (const item of [...others, outcome]) if (item.status === 'rejected') throw item.reason
  return last
}
