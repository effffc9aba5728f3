import { createRequire } from 'node:module'
import type { Client } from 'pg'

/**
 * Loaded into a server before its own code: answers `counted` of the driver with the processor time that the
 * process took and the statements that it sent, from its start on.
 */
export interface Counted {
  cpuMs: number
  statements: number
}

let statements = 0

function watch(prototype: Client): void {
  const original: unknown = Reflect.get(prototype, 'query')
  if (typeof original !== 'function') throw new Error('no query to count')
  Reflect.set(prototype, 'query', function query(this: unknown, ...given: unknown[]): unknown {
    statements += 1
    return Reflect.apply(original, this, given)
  })
}

// The ORM may bring a driver of its own version.
const here = createRequire(import.meta.url)
const drivers = [here, createRequire(here.resolve('@mikro-orm/postgresql'))].map(
  (from): typeof import('pg') => from('pg'),
)
for (const prototype of new Set(drivers.map(({ Client }) => Client.prototype))) watch(prototype)

process.on('message', (message) => {
  if (message !== 'counted') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000, statements } satisfies Counted)
})
// A listener keeps the channel open; the driver ends the process.
