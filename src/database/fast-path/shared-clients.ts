import type { Pool, PoolClient } from 'pg'
import { isPooled } from '../server/session.ts'
import type { SendRead } from './direct-reads.ts'

/** The most clients of a pool that are shared at once, and the most statements in flight on one client. */
const MAX_CLIENTS = 4
const MAX_STATEMENTS = 8

/** A client that several short reads use at once. */
interface SharedClient {
  client: Promise<PoolClient>
  running: number
  /** Whether a statement is about to be written: others can be part of the same write. */
  isWriting: boolean
}

/**
 * Sends short reads over a few clients of a pool, at most eight at once on each, which costs less than a client for
 * each. Never adds a read to a client with a failed statement. Returns null if no client is free: the caller then uses
 * its own.
 */
export function shareClients(pool: Pool): SendRead {
  const clients = new SharedClients(pool)
  return <Row extends object>(text: string, values: unknown[]) => clients.send<Row>(text, values)
}

class SharedClients {
  readonly #pool: Pool
  readonly #limit: number
  readonly #shared = new Set<SharedClient>()
  #isBehindPooler = false

  constructor(pool: Pool) {
    this.#pool = pool
    this.#limit = Math.min(MAX_CLIENTS, Math.ceil((pool.options.max ?? 10) / 2))
  }

  send<Row extends object>(text: string, values: unknown[]): Promise<Row[]> | null {
    const client = this.#isBehindPooler ? null : this.#join()
    return client && this.#sendOver<Row>(client, text, values)
  }

  /** The client whose write costs least; null if all are in use. */
  #join(): SharedClient | null {
    let free: SharedClient | null = null
    for (const item of this.#shared) {
      if (item.running >= MAX_STATEMENTS) continue
      // A write costs the process more than waiting for a short statement costs the reader.
      if (item.isWriting) return item
      if (item.running < (free?.running ?? MAX_STATEMENTS)) free = item
    }
    if (this.#shared.size < this.#limit && (free === null || free.running > 0)) {
      free = { client: this.#pool.connect(), running: 0, isWriting: false }
      this.#shared.add(free)
    }
    return free
  }

  async #sendOver<Row extends object>(joined: SharedClient, text: string, values: unknown[]): Promise<Row[]> {
    joined.running += 1
    if (!joined.isWriting) process.nextTick(() => (joined.isWriting = false))
    joined.isWriting = true
    try {
      const client = await joined.client
      // A pooler uses another session for each statement.
      if (isPooled(client)) this.#isBehindPooler = true
      const { rows } = await client.query<Row>(text, values)
      return rows
    } catch (error) {
      this.#shared.delete(joined)
      throw error
    } finally {
      joined.running -= 1
      if (joined.running === 0) this.#release(joined)
    }
  }

  #release(joined: SharedClient): void {
    this.#shared.delete(joined)
    void joined.client.then(
      (client) => client.release(),
      () => undefined,
    )
  }
}
