import { setTimeout as pause } from 'node:timers/promises'
import { QUIET_MS, type Turns } from './turns.ts'

/** While requests are being served, what took one part of time is followed by so many parts of rest: a tenth in all. */
const REST = 9
/** However long a portion took, the next one comes: nothing starves. */
const LONGEST_REST_MS = 30_000
/**
 * Of work at once a portion rests for no more than this: what is asked for twice a second adds up while others rest,
 * and would keep them resting for as long as requests are served.
 */
const MOST_OWED_MS = 100
/** What people wait for is followed by rest too, by its own: twice, as half of its work is done at once. */
const SOON_REST = 2 * REST
const LONGEST_SOON_MS = 2000
/** That requests are being served is told once in so long. */
const TELL_MS = QUIET_MS / 3
/** So often is looked whether requests have ceased. */
const LOOK_MS = 250

/**
 * What all work beside the requests goes through, so that together it takes at most a tenth of one processor's time
 * while requests are being served, in this process and the database together, and everything when none are. A portion
 * is a few milliseconds of work that one statement or a short transaction finishes. The elapsed time of a portion
 * counts, which is no less than what process and database work for it. Portions of all kinds take turns, in the order
 * in which they ask, with those of other processes of the database (`Turns`).
 */
export interface Pacer {
  /** A request came in; the answer is called when it is answered. */
  request: () => () => void
  /** Requests are being served, by another process. */
  served: () => void
  /**
   * Does portion after portion until one says that nothing is left, or the signal comes; a portion under way is
   * finished. Rejects with what a portion threw, which is the caller's to try again.
   */
  portions: (portion: () => Promise<boolean>, signal: AbortSignal) => Promise<void>
  /** Does what people wait for: without a turn, but after the rest of what was last done so. The next portion rests for it. */
  soon: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>
  /** Does at once what may not wait; the next portion rests for it. */
  atOnce: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether requests were being served within the last second, as far as this process knows. */
  isServing: () => boolean
  /** Says to the other processes what this one knows of requests, if it has not just done so. */
  tell: () => Promise<void>
}

/** The clock of a pacer, in milliseconds; tests hand in their own. */
export interface PacerClock {
  now: () => number
  /** Resolves after so long, or at the signal. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export const SYSTEM_CLOCK: PacerClock = {
  now: () => performance.now(),
  sleep: (ms, signal) => pause(ms, undefined, { signal }).catch(() => undefined),
}

export function createPacer(turns: Turns, { now, sleep }: PacerClock = SYSTEM_CLOCK): Pacer {
  let servedAt = -Infinity
  let inFlight = 0
  let toldAt = -Infinity
  /** Milliseconds of work at once that no portion has rested for yet. */
  let owed = 0
  let soonAt = -Infinity
  let last: Promise<void> = Promise.resolve()

  const served = () => void (servedAt = now())
  const isServing = () => inFlight > 0 || now() - servedAt < QUIET_MS
  const tell = async (): Promise<void> => {
    if (now() - toldAt < TELL_MS || !isServing()) return
    toldAt = now()
    await turns.serving(inFlight > 0 ? 0 : now() - servedAt)
  }
  /** Runs `work` after what asked before it, unless the signal comes first. */
  const inTurn = async (work: () => Promise<void>, signal: AbortSignal): Promise<void> => {
    const before = last
    const done = Promise.withResolvers<void>()
    last = before.then(() => done.promise)
    try {
      await unlessAborted(before, signal)
      if (!signal.aborted) await work()
    } finally {
      done.resolve()
    }
  }
  const taken = async (signal: AbortSignal): Promise<boolean> => {
    while (!signal.aborted) {
      await tell()
      const wait = await turns.take()
      if (wait === 0) return true
      await sleep(Math.min(wait, LOOK_MS), signal)
    }
    return false
  }
  const measured = async <T>(work: () => Promise<T>): Promise<T> => {
    const began = now()
    try {
      return await work()
    } finally {
      owed += now() - began
    }
  }
  const portions: Pacer['portions'] = async (portion, signal) => {
    for (let more = true; more && !signal.aborted;) {
      await inTurn(async () => {
        if (!(await taken(signal))) return
        const began = now()
        try {
          more = await portion()
        } finally {
          const worked = now() - began + Math.min(MOST_OWED_MS, owed)
          owed = 0
          await turns.give(Math.min(LONGEST_REST_MS, REST * worked))
        }
      }, signal)
    }
  }
  const request = () => {
    inFlight += 1
    return () => {
      inFlight -= 1
      served()
    }
  }
  // What is done now and then while nobody is served needs no rest.
  const atOnce: Pacer['atOnce'] = (work) => (isServing() ? measured(work) : work())
  const soon: Pacer['soon'] = async (work, signal) => {
    while (isServing() && now() < soonAt && !signal.aborted)
      await sleep(Math.min(soonAt - now(), LOOK_MS), signal)
    const began = now()
    try {
      return await atOnce(work)
    } finally {
      soonAt = now() + Math.min(LONGEST_SOON_MS, SOON_REST * (now() - began))
    }
  }
  return { request, served, portions, soon, atOnce, isServing, tell }
}

/** Resolves with the promise, or at the signal. */
async function unlessAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const stop = Promise.withResolvers<void>()
  const stopped = () => stop.resolve()
  signal.addEventListener('abort', stopped)
  try {
    await Promise.race([promise, stop.promise])
  } finally {
    signal.removeEventListener('abort', stopped)
  }
}
