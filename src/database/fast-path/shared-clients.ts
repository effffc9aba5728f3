import type { Pool, PoolClient } from 'pg'
import { isPooled } from '../server/session.ts'
import type { SendRead } from './direct-reads.ts'

/** Clients of a pool that are shared at once, and statements of one that are in flight. */
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
 * Sends short reads over few clients of a pool, at most eight at once on each, which costs less than a client for each.
 * A client with a failed statement is not joined. Returns null if none is free: the caller uses a client of its own.
 */
export function shareClients(pool: Pool): SendRead {
  const shared = new Set<SharedClient>()
  const limit = Math.min(MAX_CLIENTS, Math.ceil((pool.options.max ?? 10) / 2))
  let isBehindPooler = false

  const send = async <Row extends object>(
    joined: SharedClient,
    text: string,
    values: unknown[],
  ): Promise<Row[]> => {
    joined.running += 1
    if (!joined.isWriting) process.nextTick(() => (joined.isWriting = false))
    joined.isWriting = true
    try {
      const client = await joined.client
      // A pooler uses another session for each statement.
      if (isPooled(client)) isBehindPooler = true
      const { rows } = await client.query<Row>(text, values)
      return rows
    } catch (error) {
      shared.delete(joined)
      throw error
    } finally {
      joined.running -= 1
      if (joined.running === 0) release(joined)
    }
  }
  const release = (joined: SharedClient): void => {
    shared.delete(joined)
    void joined.client.then(
      (client) => client.release(),
      () => undefined,
    )
  }
  return <Row extends object>(text: string, values: unknown[]) => {
    if (isBehindPooler) return null
    let free: SharedClient | null = null
    for (const one of shared) {
      if (one.running >= MAX_STATEMENTS) continue
      // A write costs the process more than waiting for a short statement costs the reader.
      if (one.isWriting) return send<Row>(one, text, values)
      if (one.running < (free?.running ?? MAX_STATEMENTS)) free = one
    }
    if (shared.size < limit && (free === null || free.running > 0)) {
      free = { client: pool.connect(), running: 0, isWriting: false }
      shared.add(free)
    }
    return free && send<Row>(free, text, values)
  }
}
