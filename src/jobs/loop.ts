import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../services.ts'
import { type JobServices, type Operations, runJob } from './run.ts'
import { claimJob } from './store.ts'

/** Jobs that one process runs concurrently when no requests are served. */
const MAX_CONCURRENT = 2
/** How often a process with free slots polls for jobs while others run. */
const POLL_MS = 250

/**
 * Runs jobs until the queue is empty. Resolves when the jobs that this process claimed have ended; `signal` puts them
 * back for another process.
 */
export async function runJobs(
  services: JobServices & Pick<Services, 'throttle'>,
  operations: Operations,
  signal: AbortSignal,
): Promise<void> {
  const { database, throttle } = services
  const running = new Set<Promise<void>>()
  const limit = () => (throttle.isServing() ? 1 : MAX_CONCURRENT)
  for (;;) {
    while (running.size < limit() && !signal.aborted) {
      const job = await throttle.runAtOnce(() => claimJob(database.queries, randomUUID()))
      if (!job) break
      const run: Promise<void> = runJob(services, operations, job, signal).finally(() => running.delete(run))
      running.add(run)
    }
    if (running.size === 0) return
    const waiting = pause(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined)
    await Promise.race([...running, signal.aborted ? Promise.all(running) : waiting])
  }
}
