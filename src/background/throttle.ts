import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { QUIET_MS, type BackgroundLeases } from './leases.ts'

/** While requests are served, a pause is nine times as long as the batch before it, so background work gets a tenth. */
const PAUSE_FACTOR = 9
const MAX_PAUSE_MS = 30_000
/** Urgent work that comes twice a second would otherwise add up to pauses without end. */
const MAX_DEBT_MS = 100
/** Half of the work that people wait for is urgent, so it pauses twice as long. */
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
  /** A request came in; call the result when it is answered. */
  request: () => () => void
  /** Another process serves requests. */
  served: () => void
  /** Runs batches until one returns false or the signal comes; a batch under way is finished. Rejects with its error. */
  portions: (batch: () => Promise<boolean>, signal: AbortSignal) => Promise<void>
  /** Runs work that people wait for: without a turn, but after the pause of the last one. The next batch pauses for it. */
  soon: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>
  /** Runs urgent work at once; the next batch pauses for it. */
  atOnce: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether requests were served within the last second, as far as this process knows. */
  isServing: () => boolean
  /** Tells the other processes that this one serves requests, if it has not just done so. */
  tell: () => Promise<void>
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

export function createThrottle(leases: BackgroundLeases, { now, sleep } = SYSTEM_CLOCK): Throttle {
  const queue = pLimit(1)
  let inFlight = 0
  let servedAt = -Infinity
  let toldAt = -Infinity
  /** Milliseconds of urgent work that no batch has paused for yet. */
  let debt = 0
  let soonAt = -Infinity

  const served = () => void (servedAt = now())
  const isServing = () => inFlight > 0 || now() - servedAt < QUIET_MS
  const tell = async (): Promise<void> => {
    if (now() - toldAt < HEARTBEAT_MS || !isServing()) return
    toldAt = now()
    await leases.heartbeat(inFlight > 0 ? 0 : now() - servedAt)
  }
  const acquireLease = async (signal: AbortSignal): Promise<boolean> => {
    while (!signal.aborted) {
      await tell()
      const wait = await leases.acquire()
      if (wait === 0) return true
      await sleep(Math.min(wait, POLL_MS), signal)
    }
    return false
  }
  const runBatch = async (batch: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> => {
    if (!(await acquireLease(signal))) return false
    const began = now()
    try {
      return await batch()
    } finally {
      const worked = now() - began + Math.min(MAX_DEBT_MS, debt)
      debt = 0
      await leases.release(Math.min(MAX_PAUSE_MS, PAUSE_FACTOR * worked))
    }
  }
  const atOnce: Throttle['atOnce'] = async (work) => {
    const [began, counts] = [now(), isServing()]
    try {
      return await work()
    } finally {
      if (counts) debt += now() - began
    }
  }
  return {
    request: () => {
      inFlight += 1
      return () => {
        inFlight -= 1
        served()
      }
    },
    served,
    isServing,
    tell,
    atOnce,
    portions: async (batch, signal) => {
      for (let more = true; more && !signal.aborted;) more = await queue(() => runBatch(batch, signal))
    },
    soon: async (work, signal) => {
      while (isServing() && now() < soonAt && !signal.aborted)
        await sleep(Math.min(soonAt - now(), POLL_MS), signal)
      const began = now()
      try {
        return await atOnce(work)
      } finally {
        soonAt = now() + Math.min(MAX_SOON_PAUSE_MS, SOON_PAUSE_FACTOR * (now() - began))
      }
    },
  }
}
