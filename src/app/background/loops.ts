import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../../services.ts'
import { runNamed } from '../../telemetry/tracing/tracing.ts'
import type { BackgroundTask } from './task.ts'
import { backgroundTasks } from './tasks.ts'

/**
 * Starts each task in its own loop. A failed run is logged and retried at the next interval. The returned function
 * stops the loops and resolves when the current runs have ended.
 */
export function startBackground(
  services: Services,
  tasks: readonly BackgroundTask[] = backgroundTasks,
): () => Promise<void> {
  const stopping = new AbortController()
  const loops = tasks.map((task) => repeat(task, services, stopping.signal))
  return async () => {
    stopping.abort()
    await Promise.all(loops)
  }
}

async function repeat(task: BackgroundTask, services: Services, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const done = services.metrics.runs.begin(task.name)
    try {
      await runNamed(services.tracing, task.name, () => task.run(services, signal))
      done(true)
    } catch (error) {
      done(false)
      if (!signal.aborted) services.log.error({ err: error, task: task.name }, 'background task failed')
    }
    await pause(task.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
