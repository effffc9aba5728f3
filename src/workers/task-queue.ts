import type { DomainError } from '../errors.ts'

/** Releases a slot; later calls do nothing. */
export type Release = () => void

export interface SlotRequest {
  /** The user of the task; each user has at most one slot. */
  user: string
  /** Long tasks leave one slot for short ones. */
  isLong: boolean
  /** Ends the wait if the caller disconnects. */
  signal?: AbortSignal | undefined
}

export interface TaskQueue {
  /** Resolves with a slot, round-robin by user. Throws if too many tasks wait, or on timeout. */
  acquire(request: SlotRequest): Promise<Release>
}

export interface TaskQueueOptions {
  slots: number
  /** The most waiting tasks, in total and per user. */
  waiting: { total: number; each: number }
  waitMs: number
  refusal: () => DomainError
}

interface Waiter {
  request: SlotRequest
  start: () => void
}

/** Creates a bounded queue that serves users round-robin, however many tasks each has waiting. */
export function createTaskQueue(options: TaskQueueOptions): TaskQueue {
  return new FairQueue(options)
}

class FairQueue implements TaskQueue {
  readonly #options: TaskQueueOptions
  readonly #maxLong: number
  readonly #running = new Set<string>()
  readonly #waiters = new Map<string, Waiter[]>()
  #long = 0
  #queued = 0

  constructor(options: TaskQueueOptions) {
    this.#options = options
    this.#maxLong = Math.max(1, options.slots - 1)
  }

  async acquire(request: SlotRequest): Promise<Release> {
    const { waiting, refusal } = this.#options
    if (request.signal?.aborted) throw refusal()
    const waitingCount = this.#waiters.get(request.user)?.length ?? 0
    if (waitingCount === 0 && this.#fits(request)) return this.#take(request)
    if (this.#queued >= waiting.total || waitingCount >= waiting.each) throw refusal()
    return this.#wait(request)
  }

  #fits({ user, isLong }: SlotRequest): boolean {
    const hasSlot = this.#running.size < this.#options.slots && !this.#running.has(user)
    return hasSlot && (!isLong || this.#long < this.#maxLong)
  }

  #take({ user, isLong }: SlotRequest): Release {
    this.#running.add(user)
    if (isLong) this.#long += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#running.delete(user)
      if (isLong) this.#long -= 1
      this.#moveToEnd(user)
      this.#startNext()
    }
  }

  /** Starts the tasks that fit, in the order in which users started to wait or last had a slot. */
  #startNext(): void {
    for (const queue of this.#waiters.values()) {
      const [next] = queue
      if (!next || !this.#fits(next.request)) continue
      this.#remove(next)
      next.start()
    }
  }

  /** Moves a user who had a slot behind all other waiting users. */
  #moveToEnd(user: string): void {
    const queue = this.#waiters.get(user)
    if (!queue) return
    this.#waiters.delete(user)
    this.#waiters.set(user, queue)
  }

  #remove(waiter: Waiter): void {
    const { user } = waiter.request
    const queue = this.#waiters.get(user) ?? []
    queue.splice(queue.indexOf(waiter), 1)
    this.#queued -= 1
    if (queue.length === 0) this.#waiters.delete(user)
  }

  #wait(request: SlotRequest): Promise<Release> {
    const { user, signal } = request
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
      }
      const waiter: Waiter = {
        request,
        start: () => {
          stopWaiting()
          resolve(this.#take(request))
        },
      }
      const leave = () => {
        stopWaiting()
        this.#remove(waiter)
        reject(this.#options.refusal())
      }
      const timer = setTimeout(leave, this.#options.waitMs)
      signal?.addEventListener('abort', leave)
      this.#waiters.set(user, [...(this.#waiters.get(user) ?? []), waiter])
      this.#queued += 1
    })
  }
}
