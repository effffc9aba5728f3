import { GCProfiler, getHeapStatistics } from 'node:v8'
import { readsCounted, statementsSent } from './watched-clients.ts'

/**
 * Preloaded into a server. Answers the driver's message `counted` with CPU time, statements and allocated bytes since the
 * start (bytes since the first message). `flushed` makes its connections report their statistics to the database.
 */
export interface Counted {
  cpuMs: number
  statements: number
  /** Allocated on the JavaScript heap of the main thread, without buffers and other threads. */
  allocated: number
}

/** The sum of all growth of the heap between garbage collections, the only time at which it shrinks. */
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
    const counted: Counted = {
      cpuMs: (user + system) / 1000,
      statements: statementsSent(),
      allocated: bytesAllocated(),
    }
    process.send?.(counted)
  }
  if (message === 'flushed') void readsCounted().then(() => process.send?.('flushed'))
})
// A listener keeps the channel open; the driver ends the process.
