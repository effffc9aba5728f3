import { callOnce, type Release, type Semaphore } from './semaphore.ts'

/** The slot of one HTTP request among those of its user (rule E-20). */
export interface RequestSlot {
  /** Waits for a slot in the name of a user or an address; the first name counts. Throws 429. */
  acquire: (who: string) => Promise<void>
  /**
   * Runs one call of the request. The calls of a batch share its slot, one after another, and run at once only on
   * further slots that are free: no batch is more than its requests would be.
   */
  run: <T>(call: () => Promise<T>) => Promise<T>
  /** Keeps the slot until the body of the answer is sent, too. */
  keep: () => Release
  /** The request is answered: the slot is free after the last call under way. */
  release: () => void
  /** The name that the request counts for; null until it is known. */
  who: () => string | null
}

/** The names that requests count for. */
export const userKey = (id: number): string => `person ${id}`
export const addressKey = (address: string | null): string => `address ${address ?? 'unknown'}`

/** `semaphoreFor` null: nothing is limited. */
export function createRequestSlot(semaphoreFor: ((who: string) => Semaphore) | null): RequestSlot {
  let name: string | null = null
  let acquired: Promise<void> | null = null
  let slot: Release | null = null
  let holders = 0
  let last: Promise<void> | null = null
  const ready = Promise.withResolvers<void>()

  const hold = (): Release => {
    holders += 1
    return callOnce(() => {
      holders -= 1
      if (holders === 0) slot?.()
    })
  }
  const release = hold()

  /** The first call runs at once and asks for the slot; others wait for it, and run beside it on free slots. */
  const runCall = async <T>(call: () => Promise<T>): Promise<T> => {
    if (last) {
      await ready.promise
      const extra = name === null || !slot ? null : semaphoreFor?.(name).tryAcquire(name)
      if (extra) return call().finally(extra)
    }
    const result = last ? last.then(call) : call()
    // Also if the first call never asked for a slot.
    last = result.then(
      () => ready.resolve(),
      () => ready.resolve(),
    )
    return result
  }

  return {
    who: () => name,
    keep: hold,
    release,
    acquire(who) {
      const own = (name ??= who)
      if (!semaphoreFor) return Promise.resolve()
      acquired ??= semaphoreFor(own)
        .acquire(own)
        .then((free) => {
          slot = free
          ready.resolve()
          if (holders === 0) slot()
        })
      return acquired
    },
    run(call) {
      if (!semaphoreFor) return call()
      return runCall(call).finally(hold())
    },
  }
}
