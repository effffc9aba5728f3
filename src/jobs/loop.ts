import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../services.ts'
import { runJob, type Operations } from './run.ts'
import { takeJob } from './store.ts'

/** Jobs that one process runs at once when no requests are served. */
const AT_ONCE = 2
/** How often a process with free slots polls for jobs while others run. */
const LOOK_MS = 250

/**
 * Runs jobs until none is left, so many at once as this process takes. Resolves when all that it took have ended; with
 * `signal` they are put back for another process.
 */
export async function runJobs(
  services: Services,
  operations: Operations,
  signal: AbortSignal,
): Promise<void> {
  const { database, throttle } = services
  const running = new Set<Promise<void>>()
  const most = () => (throttle.isServing() ? 1 : AT_ONCE)
  for (;;) {
    while (running.size < most() && !signal.aborted) {
      const job = await throttle.runAtOnce(() => takeJob(database.queries, randomUUID()))
      if (!job) break
      const run: Promise<void> = runJob(services, operations, job, signal).finally(() => running.delete(run))
      running.add(run)
    }
    if (running.size === 0) return
    const waiting = pause(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined)
    await Promise.race([...running, signal.aborted ? Promise.all(running) : waiting])
  }
}
