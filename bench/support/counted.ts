import { GCProfiler, getHeapStatistics } from 'node:v8'
import { readsCounted, statementsSent } from './watched-clients.ts'

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
