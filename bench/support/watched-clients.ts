import { createRequire } from 'node:module'
import type { Client } from 'pg'

/** Counts the statements of this process and collects its connections. Must be loaded before a connection is opened. */

type Query = (this: Client, ...args: unknown[]) => unknown

let statements = 0
const activeQueries = new Map<Client, Query>()

function watch(prototype: Client): void {
  const original: unknown = Reflect.get(prototype, 'query')
  if (typeof original !== 'function') throw new Error('no query to count')
  const sent: Query = function (...args) {
    return Reflect.apply(original, this, args)
  }
  Reflect.set(prototype, 'query', function query(this: Client, ...args: unknown[]): unknown {
    statements += 1
    if (!activeQueries.has(this)) this.once('end', () => activeQueries.delete(this))
    activeQueries.set(this, sent)
    return Reflect.apply(original, this, args)
  })
}

// The ORM may use its own version of the driver.
const requireHere = createRequire(import.meta.url)
const drivers = [requireHere, createRequire(requireHere.resolve('@mikro-orm/postgresql'))].map(
  (requireDriver): typeof import('pg') => requireDriver('pg'),
)
for (const prototype of new Set(drivers.map(({ Client }) => Client.prototype))) watch(prototype)

/** The number of statements that this process has sent. */
export function countStatements(): number {
  return statements
}

/** Makes the connections of this process report their read statistics immediately instead of some seconds later. */
export async function flushStatistics(): Promise<void> {
  await Promise.allSettled(
    [...activeQueries].map(([client, send]) => send.call(client, 'select pg_stat_force_next_flush()')),
  )
}
