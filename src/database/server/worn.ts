import type { Pool } from 'pg'

/** Milliseconds that a connection serves; up to half as long again, so that not all of a pool end together. */
const SERVES = 10 * 60_000

/**
 * Has a pool replace connections that have served for long, or are full, when they come back: the server keeps for each
 * whatever was prepared on it, with plans that may be of tables that were nearly empty then.
 */
export function replaceWorn(pool: Pool, isFull: (client: object) => boolean): void {
  const until = new WeakMap<object, number>()
  pool.on('connect', (client) => {
    until.set(client, performance.now() + SERVES * (1 + Math.random() / 2))
  })
  pool.on('release', (_, client) => {
    const worn = performance.now() > (until.get(client) ?? Infinity)
    // The pool keeps no ending clients.
    if (worn || isFull(client)) void client.end()
  })
}
