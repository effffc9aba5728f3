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
  acquire: (request: SlotRequest) => Promise<Release>
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
export function createTaskQueue({ slots, waiting, waitMs, refusal }: TaskQueueOptions): TaskQueue {
  const running = new Set<string>()
  const lines = new Map<string, Waiter[]>()
  const mostLong = Math.max(1, slots - 1)
  let [long, queued] = [0, 0]

  const fits = ({ user, isLong }: SlotRequest): boolean =>
    running.size < slots && !running.has(user) && (!isLong || long < mostLong)

  function take({ user, isLong }: SlotRequest): Release {
    running.add(user)
    if (isLong) long += 1
    let held = true
    return () => {
      if (!held) return
      held = false
      running.delete(user)
      if (isLong) long -= 1
      moveToEnd(user)
      startNext()
    }
  }

  /** Starts what fits, in the order in which users began to wait or had a slot. */
  function startNext(): void {
    for (const line of lines.values()) {
      const [next] = line
      if (!next || !fits(next.request)) continue
      remove(next)
      next.start()
    }
  }

  /** Anyone who had a slot comes after all others who wait. */
  function moveToEnd(user: string): void {
    const line = lines.get(user)
    if (!line) return
    lines.delete(user)
    lines.set(user, line)
  }

  function remove(waiter: Waiter): void {
    const { user } = waiter.request
    const line = lines.get(user) ?? []
    line.splice(line.indexOf(waiter), 1)
    queued -= 1
    if (line.length === 0) lines.delete(user)
  }

  function wait(request: SlotRequest): Promise<Release> {
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
          resolve(take(request))
        },
      }
      const leave = () => {
        stopWaiting()
        remove(waiter)
        reject(refusal())
      }
      const timer = setTimeout(leave, waitMs)
      signal?.addEventListener('abort', leave)
      lines.set(user, [...(lines.get(user) ?? []), waiter])
      queued += 1
    })
  }

  return {
    async acquire(request) {
      if (request.signal?.aborted) throw refusal()
      const own = lines.get(request.user)?.length ?? 0
      if (own === 0 && fits(request)) return take(request)
      if (queued >= waiting.total || own >= waiting.each) throw refusal()
      return wait(request)
    },
  }
}
