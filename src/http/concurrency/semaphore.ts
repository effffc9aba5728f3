import { DomainError } from '../../errors.ts'

/** Releases a slot; later calls do nothing. */
export type Release = () => void

/** A semaphore per user or address: each key has a fixed number of slots, and further requests wait in FIFO order. */
export interface Semaphore {
  /** Waits for a slot in FIFO order. Throws 429 on timeout, or if too many requests wait. */
  acquire: (key: string) => Promise<Release>
  /** Takes a slot if one is free now; otherwise null. */
  tryAcquire: (key: string) => Release | null
}

export interface SemaphoreOptions {
  /** Slots of one key. */
  each: number
  /** How many requests of one key may wait, and for how long. */
  waiting: number
  waitMs: number
  createError: () => DomainError
}

/** Creates a semaphore; `createError` returns the 429 for a request that can't wait any longer. */
export function createSemaphore({ each, waiting, waitMs, createError }: SemaphoreOptions): Semaphore {
  const counts = new Map<string, number>()
  const queues = new Map<string, Set<() => void>>()

  /** Passes the slot to the next waiting request, or frees it. */
  const release = (key: string): Release =>
    callOnce(() => {
      const [next] = queues.get(key) ?? []
      if (next) return next()
      const remaining = (counts.get(key) ?? 1) - 1
      if (remaining > 0) counts.set(key, remaining)
      else counts.delete(key)
    })
  const tryAcquire = (key: string): Release | null => {
    const count = counts.get(key) ?? 0
    if (count >= each) return null
    counts.set(key, count + 1)
    return release(key)
  }
  const waitFor = (key: string): Promise<Release> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key) ?? new Set()
      if (queue.size >= waiting) return reject(createError())
      const leave = () => {
        clearTimeout(timer)
        queue.delete(next)
        if (queue.size === 0) queues.delete(key)
      }
      const next = () => {
        leave()
        resolve(release(key))
      }
      const timer = setTimeout(() => {
        leave()
        reject(createError())
      }, waitMs)
      queues.set(key, queue.add(next))
    })
  return { tryAcquire, acquire: async (key) => tryAcquire(key) ?? waitFor(key) }
}

/** Wraps a function so that only the first call runs it. */
export function callOnce(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}

/** Creates the 429 error for too many concurrent requests; `sentence` is the first sentence of its message. */
export function createTooManyInFlightError(
  reason: string,
  sentence: string,
  retryAfter: number,
): DomainError {
  const message = `${sentence} Please try again in a few seconds.`
  return new DomainError('throttled', reason, message, { retryAfter })
}
