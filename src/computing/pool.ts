import { availableParallelism } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { Piscina } from 'piscina'
import { DomainError } from '../errors.ts'
import { isRefused, type TaskName, type Tasks } from './tasks.ts'

/** Threads of one process; they start with the first work and end when there was none for a while. */
const THREADS = Math.min(2, availableParallelism())
const IDLE_MS = 30_000
/** Work that waits for a thread; more is refused. */
const QUEUE = 32
/** Nothing needs so long: tasks end by budgets of their own. */
const LONGEST_MS = 60_000
const HEAP_MB = 512
/** Small, because threads that clean up more rarely keep what they once took. */
const YOUNG_MB = 8
/** A thread that was ended may still be at work in the caller's files for a moment. */
const ENDING_MS = 500

/** Work that would hold the event loop, done in threads. */
export interface Computing {
  /**
   * Runs one task of `tasks.ts` with plain values in and out. Throws the task's own refusal, and 503 `computing_busy`
   * when too much waits already, or when the task took too much time or memory.
   */
  run: <N extends TaskName>(name: N, given: Parameters<Tasks[N]>[0]) => Promise<Awaited<ReturnType<Tasks[N]>>>
  close: () => Promise<void>
}

/** A pool of threads with a bounded queue; other limits, and another worker, are for tests. */
export function createComputing({
  queue = QUEUE,
  longestMs = LONGEST_MS,
  heapMb = HEAP_MB,
  worker = new URL('worker.ts', import.meta.url),
} = {}): Computing {
  let pool: Piscina | undefined
  let inside = 0
  const started = (): Piscina =>
    (pool ??= new Piscina({
      filename: worker.href,
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
      // What a test runner or a debugger gave the process is not for the threads.
      execArgv: [],
    }))
  return {
    run: async (name, given) => {
      if (inside >= THREADS + queue) throw busy()
      inside += 1
      const answer = await started()
        .run({ name, given }, { signal: AbortSignal.timeout(longestMs) })
        .catch(async (error: unknown) => {
          if (!(error instanceof Error) || !isOfPool(error)) throw error
          await setTimeout(ENDING_MS)
          throw busy(error)
        })
        .finally(() => (inside -= 1))
      if (isRefused(answer)) throw new DomainError(answer.kind, answer.reason, answer.message, answer.details)
      return answer
    },
    close: async () => {
      await pool?.close({ force: true })
      pool = undefined
    },
  }
}

function busy(cause?: Error): DomainError {
  const message = 'Too much is being computed at once. Please try again.'
  const refusal = new DomainError('unavailable', 'computing_busy', message, { retryAfter: 5 })
  refusal.cause = cause
  return refusal
}

/** Whether a thread was ended, for its time, its memory or by anything else; what a task throws stays an error. */
function isOfPool(error: Error): boolean {
  if (error.name === 'AbortError' || error.message.startsWith('worker exited with code')) return true
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
