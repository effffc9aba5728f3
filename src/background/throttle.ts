import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { QUIET_MS, type BackgroundLeases } from './leases.ts'

/** While requests are served, each pause takes nine times as long as the batch before, which leaves a tenth for batches. */
const PAUSE_FACTOR = 9
const MAX_PAUSE_MS = 30_000
/**
 * The maximum pause that urgent work can cause. Without it, work that runs twice a second would add up to endless
 * pauses.
 */
const MAX_DEBT_MS = 100
/** `runSoon` has half the share of other batches, so its pauses are twice as long. */
const SOON_PAUSE_FACTOR = 2 * PAUSE_FACTOR
const MAX_SOON_PAUSE_MS = 2000
const HEARTBEAT_MS = QUIET_MS / 3
/** How often a waiting batch checks whether requests have ceased. */
const POLL_MS = 250

/**
 * Limits all background work to a tenth of one core while requests are in flight, in process and database together.
 * Batches of a few milliseconds take turns in the order of their requests, also with other processes (`BackgroundLeases`).
 */
export interface Throttle {
  /** Counts a request in flight; call the result when it is answered. */
  trackRequest(): () => void
  /** Records that a request was served, possibly by another process. */
  recordServed(): void
  /** Runs batches until one returns false or the signal aborts; a running batch is finished. Rejects with its error. */
  runBatches(batch: () => Promise<boolean>, signal: AbortSignal): Promise<void>
  /** Runs work that users wait for without a lease, after the pause of the last one. The next batch pauses for it. */
  runSoon<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
  /** Runs urgent work at once; the next batch pauses for it. */
  runAtOnce<T>(work: () => Promise<T>): Promise<T>
  /** True if requests were served within the last second, as far as this process knows. */
  isServing(): boolean
  /** Reports to the other processes that this one serves requests, at a limited rate. */
  reportServing(): Promise<void>
}

/** The clock of a throttle, in milliseconds; tests pass their own. */
export interface ThrottleClock {
  now: () => number
  /** Resolves after this time, or at the signal. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export const SYSTEM_CLOCK: ThrottleClock = {
  now: () => performance.now(),
  sleep: (ms, signal) => pause(ms, undefined, { signal }).catch(() => undefined),
}

/** Creates the throttle of a process; only tests pass a clock. */
export function createThrottle(leases: BackgroundLeases, clock = SYSTEM_CLOCK): Throttle {
  return new LeasedThrottle(leases, clock)
}

class LeasedThrottle implements Throttle {
  readonly #leases: BackgroundLeases
  readonly #clock: ThrottleClock
  readonly #queue = pLimit(1)
  #inFlight = 0
  #servedAt = -Infinity
  #heartbeatAt = -Infinity
  /** Milliseconds of urgent work that no batch has paused for yet. */
  #debt = 0
  #soonAt = -Infinity

  constructor(leases: BackgroundLeases, clock: ThrottleClock) {
    this.#leases = leases
    this.#clock = clock
  }

  trackRequest(): () => void {
    this.#inFlight += 1
    return () => {
      this.#inFlight -= 1
      this.recordServed()
    }
  }

  recordServed(): void {
    this.#servedAt = this.#clock.now()
  }

  isServing(): boolean {
    return this.#inFlight > 0 || this.#clock.now() - this.#servedAt < QUIET_MS
  }

  async reportServing(): Promise<void> {
    const now = this.#clock.now()
    if (now - this.#heartbeatAt < HEARTBEAT_MS || !this.isServing()) return
    this.#heartbeatAt = now
    await this.#leases.heartbeat(this.#inFlight > 0 ? 0 : now - this.#servedAt)
  }

  async runBatches(batch: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
    for (let more = true; more && !signal.aborted;) {
      more = await this.#queue(() => this.#runBatch(batch, signal))
    }
  }

  async runSoon<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const { now, sleep } = this.#clock
    while (this.isServing() && now() < this.#soonAt && !signal.aborted) {
      await sleep(Math.min(this.#soonAt - now(), POLL_MS), signal)
    }
    const began = now()
    try {
      return await this.runAtOnce(work)
    } finally {
      this.#soonAt = now() + Math.min(MAX_SOON_PAUSE_MS, SOON_PAUSE_FACTOR * (now() - began))
    }
  }

  async runAtOnce<T>(work: () => Promise<T>): Promise<T> {
    const [began, counts] = [this.#clock.now(), this.isServing()]
    try {
      return await work()
    } finally {
      if (counts) this.#debt += this.#clock.now() - began
    }
  }

  async #runBatch(batch: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
    if (!(await this.#acquireLease(signal))) return false
    const began = this.#clock.now()
    try {
      return await batch()
    } finally {
      const worked = this.#clock.now() - began + Math.min(MAX_DEBT_MS, this.#debt)
      this.#debt = 0
      await this.#leases.release(Math.min(MAX_PAUSE_MS, PAUSE_FACTOR * worked))
    }
  }

  async #acquireLease(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      await this.reportServing()
      const wait = await this.#leases.acquire()
      if (wait === 0) return true
      await this.#clock.sleep(Math.min(wait, POLL_MS), signal)
    }
    return false
  }
}
