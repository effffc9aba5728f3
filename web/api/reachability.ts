/** The parts of the browser that waiting for the service depends on. */
export interface ReachabilityWorld {
  /** Whether the service answers. */
  probe: () => Promise<boolean>
  later: (act: () => void, ms: number) => () => void
  /** Calls back when waiting longer makes no sense: the network is back, or the user returns or acts. */
  onWake: (wake: () => void) => () => void
  now: () => number
  random: () => number
}

const INITIAL_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000
/** After this time without a failure, an outage is over and the next one starts with short delays. */
const SETTLED_MS = 60_000
/** The least time between two attempts that the user's actions cause. */
const MIN_INTERVAL_MS = 1000

/**
 * Returns the delay before an attempt: it doubles up to 30 s. Half of it is random, so that the clients of a service
 * that returns do not all ask at once.
 */
export function toRetryDelay(failures: number, random: () => number = Math.random): number {
  const maxDelayMs = Math.min(MAX_DELAY_MS, INITIAL_DELAY_MS * 2 ** failures)
  return maxDelayMs / 2 + (random() * maxDelayMs) / 2
}

/** Waits for a service that does not answer, in one loop for the whole page. */
export function createReachability(world: ReachabilityWorld) {
  let failures = 0
  let recoveredAt = -SETTLED_MS
  let probedAt = 0
  let stopWaiting: (() => void) | null = null
  const listeners = new Set<() => void>()

  const wait = () => {
    const cancel = world.later(() => void probe(), toRetryDelay(failures, world.random))
    const leave = world.onWake(() => {
      if (world.now() - probedAt >= MIN_INTERVAL_MS) void probe()
    })
    stopWaiting = () => {
      cancel()
      leave()
    }
  }
  const probe = async () => {
    stopWaiting?.()
    const cancelWait = () => {}
    stopWaiting = cancelWait
    probedAt = world.now()
    failures += 1
    const isBack = await world.probe()
    // An answer to another request may have ended the wait.
    if (stopWaiting !== cancelWait) return
    if (isBack) reportAnswer()
    else wait()
  }
  /** A request had no answer: asks whether the service is back, until it is. */
  const reportFailure = () => {
    if (stopWaiting !== null) return
    if (world.now() - recoveredAt >= SETTLED_MS) failures = 0
    probedAt = world.now()
    wait()
  }
  /** The service answered a request. */
  const reportAnswer = () => {
    if (stopWaiting === null) return
    stopWaiting()
    stopWaiting = null
    recoveredAt = world.now()
    // A listener may start to wait again.
    for (const listener of Array.from(listeners)) listener()
  }
  /** Calls back each time the service answers again, until the returned function is called. */
  const onRecovery = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  /** Calls back once, when the service answers again after a failure, unless the returned function is called. */
  const retryOnRecovery = (act: () => void): (() => void) => {
    reportFailure()
    const leave = onRecovery(() => {
      leave()
      act()
    })
    return leave
  }
  return { reportFailure, reportAnswer, onRecovery, retryOnRecovery, isDown: () => stopWaiting !== null }
}

/** A request on a connection that died without notice would wait for minutes. */
const PROBE_MS = 10_000

/** Whether the service answers now. */
export async function isServiceUp(): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_MS)
  return fetch('/up', { method: 'HEAD', cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  )
}

const WAKING = ['online', 'focus', 'click'] as const

/** The service of this page. */
export const reachability = createReachability({
  probe: isServiceUp,
  later: (act, ms) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
  onWake: (wake) => {
    const wakeIfVisible = () => {
      if (document.visibilityState === 'visible') wake()
    }
    for (const name of WAKING) addEventListener(name, wake)
    document.addEventListener('visibilitychange', wakeIfVisible)
    return () => {
      for (const name of WAKING) removeEventListener(name, wake)
      document.removeEventListener('visibilitychange', wakeIfVisible)
    }
  },
  now: () => Date.now(),
  random: Math.random,
})
