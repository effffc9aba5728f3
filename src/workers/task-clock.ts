import { threadId, type Worker } from 'node:worker_threads'

/** The id of a thread and the CPU time in microseconds that it had used when it began a task. */
export type TaskStart = SharedArrayBuffer

/** Limits the computing time of one task. */
export interface TaskClock {
  start: TaskStart
  /** Aborts when the task has computed for its limit, or lasts too long on a busy machine. */
  signal: AbortSignal
  /** Whether the task itself used up its limit. */
  isExceeded: () => boolean
  stop: () => void
}

/** Records that the current thread begins a task. */
export function recordStart(start: TaskStart): void {
  const { user, system } = process.threadCpuUsage()
  new Float64Array(start).set([threadId, user + system])
}

interface TaskLimits {
  /** CPU time, because a busy machine says nothing about a file. */
  limitMs: number
  /** Real time, which ends the task in any case. */
  longestMs: number
}

/** Starts the clock of a task that runs in one of the pool's threads. */
export function startTaskClock(
  pool: { readonly threads: Worker[] },
  { limitMs, longestMs }: TaskLimits,
): TaskClock {
  const start = new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT)
  const abort = new AbortController()
  let exceeded = false
  let stopped = false
  let timer: NodeJS.Timeout
  const end = () => abort.abort()
  const check = async (): Promise<void> => {
    const remainingMs = limitMs - (await measureTask(pool.threads, start))
    if (stopped) return
    exceeded = remainingMs <= 0
    if (exceeded) end()
    else timer = schedule(remainingMs)
  }
  const schedule = (ms: number) => setTimeout(() => void check().catch(end), Math.ceil(ms))
  timer = schedule(limitMs)
  const longest = setTimeout(end, longestMs)
  const stop = () => {
    stopped = true
    clearTimeout(timer)
    clearTimeout(longest)
  }
  return { start, signal: abort.signal, isExceeded: () => exceeded, stop }
}

/** Returns the CPU time of a task in milliseconds: 0 until a thread has begun it. */
async function measureTask(threads: Worker[], start: TaskStart): Promise<number> {
  const [id, before = 0] = new Float64Array(start)
  const thread = threads.find((item) => item.threadId === id)
  if (!thread) return 0
  const { user, system } = await thread.cpuUsage()
  return (user + system - before) / 1_000
}
