import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../../services.ts'
import { runNamed } from '../../telemetry/tracing/tracing.ts'
import type { BackgroundTask } from './task.ts'
import { backgroundTasks } from './tasks.ts'

/** The longest interval to which the retries of a failing task are extended. */
const MAX_RETRY_MS = 5000
/** How often a task that keeps failing is logged again: a database outage must not fill the disk with log lines. */
const LOG_AGAIN_MS = 60_000

/**
 * Starts each task in its own loop. A failed run is logged and retried, at first at the next interval. The returned
 * function stops the loops and resolves when the current runs have ended.
 */
export function startBackground(
  services: Services,
  tasks: readonly BackgroundTask[] = backgroundTasks,
): () => Promise<void> {
  const shutdown = new AbortController()
  const loops = tasks.map((task) => repeat(task, services, shutdown.signal))
  return async () => {
    shutdown.abort()
    await Promise.all(loops)
  }
}

async function repeat(task: BackgroundTask, services: Services, signal: AbortSignal): Promise<void> {
  let failures = 0
  let loggedAt = 0
  while (!signal.aborted) {
    const done = services.metrics.runs.begin(task.name)
    try {
      await runNamed(services.tracing, task.name, () => task.run(services, signal))
      done(true)
      if (failures > 0) services.log.info({ task: task.name, failures }, 'background task succeeded again')
      failures = 0
    } catch (error) {
      done(false)
      failures += 1
      const now = Date.now()
      if (!signal.aborted && (failures === 1 || now - loggedAt >= LOG_AGAIN_MS)) {
        loggedAt = now
        services.log.error({ err: error, task: task.name, failures }, 'background task failed')
      }
    }
    await pause(computeInterval(task.everyMs, failures), undefined, { signal, ref: false }).catch(
      () => undefined,
    )
  }
}

/** The milliseconds until the next run: each further failure doubles them. */
function computeInterval(everyMs: number, failures: number): number {
  return Math.max(everyMs, Math.min(everyMs * 2 ** Math.max(0, failures - 1), MAX_RETRY_MS))
}
