import { createRequire } from 'node:module'
import { GCProfiler, getHeapStatistics } from 'node:v8'
import type { Client } from 'pg'

/**
 * Loaded into a server before its own code: answers `counted` of the driver with the processor time that the process
 * took, the statements that it sent and the bytes that its code allocated, all from its start on (bytes from the first
 * question on). `flushed` has its connections tell the database what they have read so far.
 */
export interface Counted {
  cpuMs: number
  statements: number
  /** Of the JavaScript heap of the main thread; buffers and other threads are apart. */
  allocated: number
}

type Query = (this: Client, ...given: unknown[]) => unknown

let statements = 0
const ways = new Map<Client, Query>()

function watch(prototype: Client): void {
  const original: unknown = Reflect.get(prototype, 'query')
  if (typeof original !== 'function') throw new Error('no query to count')
  const sent: Query = function (...given) {
    return Reflect.apply(original, this, given)
  }
  Reflect.set(prototype, 'query', function query(this: Client, ...given: unknown[]): unknown {
    statements += 1
    if (!ways.has(this)) this.once('end', () => ways.delete(this))
    ways.set(this, sent)
    return Reflect.apply(original, this, given)
  })
}

// The ORM may bring a driver of its own version.
const here = createRequire(import.meta.url)
const drivers = [here, createRequire(here.resolve('@mikro-orm/postgresql'))].map(
  (from): typeof import('pg') => from('pg'),
)
for (const prototype of new Set(drivers.map(({ Client }) => Client.prototype))) watch(prototype)

/** Garbage collection is the only time at which the heap shrinks: what it grows by between is what was allocated. */
let profiler: GCProfiler | null = null
let allocated = 0
let last = 0

function bytesAllocated(): number {
  const collected = profiler?.stop()?.statistics ?? []
  if (profiler) {
    for (const { beforeGC, afterGC } of collected) {
      allocated += Math.max(0, beforeGC.heapStatistics.usedHeapSize - last)
      last = afterGC.heapStatistics.usedHeapSize
    }
    allocated += Math.max(0, getHeapStatistics().used_heap_size - last)
  }
  profiler = new GCProfiler()
  profiler.start()
  last = getHeapStatistics().used_heap_size
  return allocated
}

process.on('message', (message) => {
  if (message === 'counted') {
    const { user, system } = process.cpuUsage()
    const counted: Counted = { cpuMs: (user + system) / 1000, statements, allocated: bytesAllocated() }
    process.send?.(counted)
  }
  if (message === 'flushed') {
    const told = [...ways].map(([client, send]) => send.call(client, 'select pg_stat_force_next_flush()'))
    void Promise.allSettled(told).then(() => process.send?.('flushed'))
  }
})
// A listener keeps the channel open; the driver ends the process.
