import { GCProfiler, getHeapStatistics } from 'node:v8'
import { flushStatistics, countStatements } from './watched-clients.ts'

/**
 * Preloaded into a server. Answers the driver's message `counted` with CPU time, statements and allocated bytes since the
 * start (bytes since the first message). `flushed` makes its connections report their statistics to the database.
 */
export interface ResourceCounts {
  cpuMs: number
  statements: number
  /** Allocated on the JavaScript heap of the main thread, without buffers and other threads. */
  allocated: number
}

/** The sum of all growth of the heap between garbage collections, the only time at which it shrinks. */
let profiler: GCProfiler | null = null
let allocated = 0
let last = 0

function countAllocatedBytes(): number {
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
    const counted: ResourceCounts = {
      cpuMs: (user + system) / 1000,
      statements: countStatements(),
      allocated: countAllocatedBytes(),
    }
    process.send?.(counted)
  }
  if (message === 'flushed') void flushStatistics().then(() => process.send?.('flushed'))
})
// A listener keeps the channel open; the driver ends the process.
