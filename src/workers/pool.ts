import { extname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Piscina } from 'piscina'
import { DomainError, validationError } from '../errors.ts'
import { isRecord } from '../lib/json-values.ts'
import { startTaskClock, type TaskClock } from './task-clock.ts'
import { createTaskQueue } from './task-queue.ts'
import { isRefused, type TaskName, type Tasks } from './tasks.ts'

/**
 * Threads of one process. They start with the first task and end when idle. Each user gets one, so that the operating
 * system shares the CPUs between users.
 */
const THREADS = 3
const IDLE_MS = 30_000
/** The most waiting tasks, in total and per user; more are rejected. */
const MAX_WAITING = { total: 32, each: 8 }
/**
 * A task waits for its turn and for a thread in its request's transaction: this plus the longest limit is below the
 * idle transaction timeout.
 */
const WAIT_MS = 15_000
const HEAP_MB = 512
/** A small value, because threads that collect garbage less often don't release memory. */
const YOUNG_MB = 8
/** A terminated thread may still use the caller's files for a moment. */
const TERMINATION_MS = 500

/**
 * The purpose of a task: a read, the preview of an upload, or its import. Each has its own time limit. Reads use other
 * threads than uploads, so that a user's reads don't wait for their import.
 */
export type TaskPurpose = 'read' | 'preview' | 'import'
/** CPU time of a task. */
const LIMIT_MS: Record<TaskPurpose, number> = { read: 10_000, preview: 10_000, import: 40_000 }
/** Real time of a task: on a busy machine it ends before it has computed for its limit. */
const MAX_TASK_MS = 40_000

/** The user of a task, and the signal that ends its wait. */
export interface TaskCaller {
  userId: number
  purpose: TaskPurpose
  signal?: AbortSignal | undefined
}

/** Runs the tasks of one caller in threads. */
export interface Workers {
  /**
   * Runs one task of `tasks.ts` with plain values in and out. Throws the task's own error, 422 `upload.too_complex` for
   * a file that takes too much time or memory, and 503 `computing_busy` if too many tasks wait.
   */
  run: <N extends TaskName>(name: N, input: Parameters<Tasks[N]>[0]) => Promise<Awaited<ReturnType<Tasks[N]>>>
}

/** Threads for work that would block the event loop, with a bounded, fair queue. */
export interface WorkerPool {
  forCaller: (caller: TaskCaller) => Workers
  close: () => Promise<void>
}

/** Creates a pool of threads; only tests pass other limits or another worker. */
export function createWorkerPool({
  threads = THREADS,
  waiting = MAX_WAITING,
  waitMs = WAIT_MS,
  limitMs = LIMIT_MS,
  longestMs = MAX_TASK_MS,
  heapMb = HEAP_MB,
  // In the folder of this module, both in the sources and in the bundle.
  worker = new URL(`worker${extname(import.meta.url)}`, import.meta.url),
} = {}): WorkerPool {
  let pool: Piscina | undefined
  const queue = createTaskQueue({ slots: threads, waiting, waitMs, refusal: createBusyError })
  const createWorkersFor = ({ userId, purpose, signal }: TaskCaller): Workers => ({
    run: async (name, input) => {
      const user = `${purpose === 'read' ? 'reads' : 'uploads'} of ${userId}`
      const waiting = AbortSignal.timeout(waitMs)
      const release = await queue.acquire({ user, isLong: purpose === 'import', signal })
      try {
        pool ??= createThreads({ worker, threads, heapMb })
        await waitForThread(pool, waiting)
        const started = pool
        const limits = { limitMs: limitMs[purpose], longestMs, heapMb }
        const answer = await runWithin(started, limits, input, ({ start, signal: end }) =>
          started.run({ name, input, start }, { signal: end }),
        )
        if (!isRefused(answer)) return answer
        throw new DomainError(answer.kind, answer.reason, answer.message, answer.details)
      } finally {
        release()
      }
    },
  })
  const close = async (): Promise<void> => {
    await pool?.close({ force: true })
    pool = undefined
  }
  return { forCaller: createWorkersFor, close }
}

interface ThreadOptions {
  worker: URL
  threads: number
  heapMb: number
}

function createThreads({ worker, threads, heapMb }: ThreadOptions): Piscina {
  return new Piscina({
    filename: worker.href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
    // Threads don't inherit the options of a test runner or debugger.
    execArgv: [],
  })
}

/** Waits until a thread has started, so that its start counts against no task; 503 if that takes too long. */
async function waitForThread(pool: Piscina, signal: AbortSignal): Promise<void> {
  try {
    await pool.run({ name: 'start', input: {} }, { signal })
  } catch (error) {
    throw error instanceof Error && isTerminated(error) ? createBusyError(error) : error
  }
}

interface TaskLimits {
  limitMs: number
  longestMs: number
  heapMb: number
}

/** Runs a task with its clock. If a limit ends it, the error is 422 for its file, and 503 without one. */
async function runWithin<T>(
  pool: Piscina,
  { limitMs, longestMs, heapMb }: TaskLimits,
  input: unknown,
  run: (clock: TaskClock) => Promise<T>,
): Promise<T> {
  const clock = startTaskClock(pool, { limitMs, longestMs })
  try {
    return await run(clock)
  } catch (error) {
    if (!(error instanceof Error) || !isTerminated(error)) throw error
    await setTimeout(TERMINATION_MS)
    if (clock.isExceeded()) throw toDomainError(error, input, `${limitMs / 1000} seconds`)
    throw isMemory(error) ? toDomainError(error, input, `${heapMb} MiB of memory`) : createBusyError(error)
  } finally {
    clock.stop()
  }
}

function toDomainError(error: Error, input: unknown, limit: string): DomainError {
  if (!isRecord(input) || typeof input['filename'] !== 'string') return createBusyError(error)
  const message = `The file ${input['filename'].slice(0, 255)} takes more than ${limit} to read.`
  const refusal = validationError('upload.too_complex', 'file', message)
  refusal.cause = error
  return refusal
}

function createBusyError(cause?: Error): DomainError {
  const message = 'Too much is being computed at once. Please try again.'
  const refusal = new DomainError('unavailable', 'computing_busy', message, { retryAfter: 5 })
  refusal.cause = cause
  return refusal
}

const isTimeout = (error: Error): boolean => error.name === 'AbortError'
const isMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** True if a thread was terminated, for its time, its memory or any other reason; false for errors of a task. */
function isTerminated(error: Error): boolean {
  return isTimeout(error) || isMemory(error) || error.message.startsWith('worker exited with code')
}
