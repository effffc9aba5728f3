import type { DomainError } from '../errors.ts'

/** Gives a slot back; later calls do nothing. */
export type Release = () => void

export interface SlotRequest {
  /** Whose task it is; each user has one slot at most. */
  user: string
  /** A long task leaves one slot to short ones. */
  isLong: boolean
  /** Ends the wait of a caller who is gone. */
  signal?: AbortSignal | undefined
}

export interface TaskQueue {
  /** Resolves with a slot. Users take turns; throws the refusal when too many tasks wait, or for too long. */
  acquire(request: SlotRequest): Promise<Release>
}

export interface TaskQueueOptions {
  slots: number
  /** Tasks that wait, of all users and of one. */
  waiting: { total: number; each: number }
  waitMs: number
  refusal: () => DomainError
}

interface Waiter {
  request: SlotRequest
  start: () => void
}

/** A bounded queue in which users take turns, whatever number of tasks each of them has waiting. */
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
    const own = this.#waiters.get(request.user)?.length ?? 0
    if (own === 0 && this.#fits(request)) return this.#take(request)
    if (this.#queued >= waiting.total || own >= waiting.each) throw refusal()
    return this.#wait(request)
  }

  #fits({ user, isLong }: SlotRequest): boolean {
    const hasSlot = this.#running.size < this.#options.slots && !this.#running.has(user)
    return hasSlot && (!isLong || this.#long < this.#maxLong)
  }

  #take({ user, isLong }: SlotRequest): Release {
    this.#running.add(user)
    if (isLong) this.#long += 1
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#running.delete(user)
      if (isLong) this.#long -= 1
      this.#moveToEnd(user)
      this.#startNext()
    }
  }

  /** Starts what fits, in the order in which users began to wait or had a slot. */
  #startNext(): void {
    for (const line of this.#waiters.values()) {
      const [next] = line
      if (!next || !this.#fits(next.request)) continue
      this.#remove(next)
      next.start()
    }
  }

  /** Anyone who had a slot comes after all others who wait. */
  #moveToEnd(user: string): void {
    const line = this.#waiters.get(user)
    if (!line) return
    this.#waiters.delete(user)
    this.#waiters.set(user, line)
  }

  #remove(waiter: Waiter): void {
    const { user } = waiter.request
    const line = this.#waiters.get(user) ?? []
    line.splice(line.indexOf(waiter), 1)
    this.#queued -= 1
    if (line.length === 0) this.#waiters.delete(user)
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
