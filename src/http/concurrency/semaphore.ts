import { DomainError } from '../../errors.ts'

/** Gives a slot back; later calls do nothing. */
export type Release = () => void

/** Slots by user or address: each key has so many at once, and further requests of the key wait in order. */
export interface Semaphore {
  /** Resolves with a slot, in the order of asking. Throws 429 if none is free in time, or too many wait. */
  acquire: (key: string) => Promise<Release>
  /** A slot that is free now, or null. */
  tryAcquire: (key: string) => Release | null
}

export interface SemaphoreOptions {
  /** Slots of one key. */
  each: number
  /** How many requests of one key may wait, and how long. */
  waiting: number
  waitMs: number
  refusal: () => DomainError
}

export function createSemaphore({ each, waiting, waitMs, refusal }: SemaphoreOptions): Semaphore {
  const taken = new Map<string, number>()
  const queues = new Map<string, Set<() => void>>()

  /** A waiting request takes over the slot; otherwise it is free. */
  const release = (key: string): Release =>
    callOnce(() => {
      const [next] = queues.get(key) ?? []
      if (next) return next()
      const left = (taken.get(key) ?? 1) - 1
      if (left > 0) taken.set(key, left)
      else taken.delete(key)
    })
  const tryAcquire = (key: string): Release | null => {
    const count = taken.get(key) ?? 0
    if (count >= each) return null
    taken.set(key, count + 1)
    return release(key)
  }
  const waitFor = (key: string): Promise<Release> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key) ?? new Set()
      if (queue.size >= waiting) return reject(refusal())
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
        reject(refusal())
      }, waitMs)
      queues.set(key, queue.add(next))
    })
  return { tryAcquire, acquire: async (key) => tryAcquire(key) ?? waitFor(key) }
}

/** A function that does nothing from its second call on. */
export function callOnce(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}

/** The 429 of a caller who has too much in flight; `what` begins its sentence. */
export function tooManyInFlight(reason: string, what: string, retryAfter: number): DomainError {
  const message = `${what} Please try again in a few seconds.`
  return new DomainError('throttled', reason, message, { retryAfter })
}
