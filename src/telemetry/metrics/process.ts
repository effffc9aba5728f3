import { constants, monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks'
import { createFamily, type Family, type Labels } from './families.ts'

const RESOLUTION_MS = 20
const NANOSECONDS = 1e9
const COLLECTIONS = new Map([
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weak callbacks'],
])

let watch: ReturnType<typeof startWatch> | undefined

/**
 * Returns the CPU, memory, garbage collection and event loop metrics of this process. The last two are measured only
 * after the first call, so that a service without monitoring does not pay for them.
 */
export function listProcessFamilies(labels: Labels): Family[] {
  watch ??= startWatch()
  return [...listResourceFamilies(labels), ...watch(labels)]
}

function listResourceFamilies(labels: Labels): Family[] {
  const { user, system } = process.cpuUsage()
  const memory = process.memoryUsage()
  const started = Date.now() / 1000 - process.uptime()
  const createGauge = (name: string, help: string, value: number) =>
    createFamily('gauge', name, help, [[labels, value]])
  return [
    createFamily('counter', 'process_cpu_seconds_total', 'CPU time of all threads.', [
      [labels, (user + system) / 1e6],
    ]),
    createGauge('process_start_time_seconds', 'Start time of the process, in seconds since 1970.', started),
    createGauge('process_resident_memory_bytes', 'Resident memory of the process.', memory.rss),
    createGauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', memory.heapUsed),
    createGauge('nodejs_heap_size_total_bytes', 'Allocated JavaScript heap.', memory.heapTotal),
    createGauge('nodejs_external_memory_bytes', 'Memory of buffers and native objects.', memory.external),
    createFamily(
      'counter',
      'nodejs_eventloop_active_seconds_total',
      'Seconds in which the event loop had work.',
      [[labels, performance.eventLoopUtilization().active / 1000]],
    ),
  ]
}

function startWatch(): (labels: Labels) => Family[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const collected = new Map([...COLLECTIONS.values()].map((kind) => [kind, { count: 0, seconds: 0 }]))
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const totals = collected.get(COLLECTIONS.get(getKind(entry)) ?? '')
      if (totals) {
        Object.assign(totals, { count: totals.count + 1, seconds: totals.seconds + entry.duration / 1000 })
      }
    }
  }).observe({ entryTypes: ['gc'] })
  return (labels) => {
    const lag = listLagFamilies(delay, labels)
    delay.reset()
    return [...lag, ...listCollectionFamilies(collected, labels)]
  }
}

/** Returns no metrics before the first measurement. */
function listLagFamilies(delay: ReturnType<typeof monitorEventLoopDelay>, labels: Labels): Family[] {
  if (delay.count === 0) return []
  const createLagFamily = (name: string, help: string, nanoseconds: number) =>
    createFamily('gauge', name, help, [
      [labels, Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000)],
    ])
  const since = 'since the last scrape'
  return [
    createLagFamily(
      'nodejs_eventloop_lag_p50_seconds',
      `How late the event loop was, median ${since}.`,
      delay.percentile(50),
    ),
    createLagFamily(
      'nodejs_eventloop_lag_p99_seconds',
      `How late the event loop was, 99th percentile ${since}.`,
      delay.percentile(99),
    ),
    createLagFamily(
      'nodejs_eventloop_lag_max_seconds',
      `How late the event loop was at most ${since}.`,
      delay.max,
    ),
  ]
}

function listCollectionFamilies(
  collected: ReadonlyMap<string, { count: number; seconds: number }>,
  labels: Labels,
): Family[] {
  const kinds = [...collected]
  return [
    createFamily(
      'counter',
      'nodejs_gc_runs_total',
      'Garbage collections by kind.',
      kinds.map(([kind, { count }]) => [{ kind, ...labels }, count]),
    ),
    createFamily(
      'counter',
      'nodejs_gc_seconds_total',
      'Seconds of garbage collection by kind.',
      kinds.map(([kind, { seconds }]) => [{ kind, ...labels }, seconds]),
    ),
  ]
}

function getKind(entry: object): number {
  const detail: unknown = 'detail' in entry ? entry.detail : null
  return typeof detail === 'object' && detail !== null && 'kind' in detail ? Number(detail.kind) : 0
}
