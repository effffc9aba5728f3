import { callOnce, type Release, type Semaphore } from './semaphore.ts'

/** The slot of one HTTP request among those of its user (rule E-20). */
export interface RequestSlot {
  /** Waits for a slot of a user or an address; later keys are ignored. Throws 429. */
  acquire(key: string): Promise<void>
  /**
   * Runs one call of the request. The calls of a batch run one after another in its slot, and in parallel only in extra
   * free slots. So a batch never gets more than separate requests would.
   */
  run<T>(call: () => Promise<T>): Promise<T>
  /** Holds the slot until the returned function is called, such as after the body is sent. */
  hold(): Release
  /** Releases the slot after the last call in flight ends. */
  release(): void
  /** Returns the key that the request counts for; null before `acquire`. */
  getKey(): string | null
}

/** The keys that requests count for. */
export const toUserKey = (id: number): string => `person ${id}`
export const toAddressKey = (address: string | null): string => `address ${address ?? 'unknown'}`

type SemaphoreFor = (key: string) => Semaphore

/** Creates the slot of a request; without `semaphoreFor` nothing is limited. */
export function createRequestSlot(semaphoreFor: SemaphoreFor | null): RequestSlot {
  return semaphoreFor ? new LimitedSlot(semaphoreFor) : new UnlimitedSlot()
}

class UnlimitedSlot implements RequestSlot {
  #name: string | null = null

  getKey(): string | null {
    return this.#name
  }

  acquire(key: string): Promise<void> {
    this.#name ??= key
    return Promise.resolve()
  }

  run<T>(call: () => Promise<T>): Promise<T> {
    return call()
  }

  hold(): Release {
    return () => undefined
  }

  release(): void {}
}

class LimitedSlot implements RequestSlot {
  readonly #semaphoreFor: SemaphoreFor
  readonly #ready = Promise.withResolvers<void>()
  /** The request itself is the first holder. */
  readonly release: Release
  #name: string | null = null
  #acquired: Promise<void> | null = null
  #slot: Release | null = null
  #holders = 0
  #last: Promise<void> | null = null

  constructor(semaphoreFor: SemaphoreFor) {
    this.#semaphoreFor = semaphoreFor
    this.release = this.hold()
  }

  getKey(): string | null {
    return this.#name
  }

  hold(): Release {
    this.#holders += 1
    return callOnce(() => {
      this.#holders -= 1
      if (this.#holders === 0) this.#slot?.()
    })
  }

  acquire(key: string): Promise<void> {
    const name = (this.#name ??= key)
    this.#acquired ??= this.#semaphoreFor(name)
      .acquire(name)
      .then((free) => {
        this.#slot = free
        this.#ready.resolve()
        if (this.#holders === 0) free()
      })
    return this.#acquired
  }

  run<T>(call: () => Promise<T>): Promise<T> {
    return this.#runInOrder(call).finally(this.hold())
  }

  /** The first call runs at once and asks for the slot; others wait for it, and run in parallel on free slots. */
  async #runInOrder<T>(call: () => Promise<T>): Promise<T> {
    if (this.#last) {
      await this.#ready.promise
      const extra = this.#name === null || !this.#slot ? null : this.#tryExtraSlot(this.#name)
      if (extra) return call().finally(extra)
    }
    const result = this.#last ? this.#last.then(call) : call()
    // Also if the first call never asked for a slot.
    this.#last = result.then(
      () => this.#ready.resolve(),
      () => this.#ready.resolve(),
    )
    return result
  }

  #tryExtraSlot(name: string): Release | null {
    return this.#semaphoreFor(name).tryAcquire(name)
  }
}
