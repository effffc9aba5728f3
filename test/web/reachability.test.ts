import { beforeEach, expect, test, vi } from 'vitest'
import {
  createReachability,
  isServiceUp,
  toRetryDelay,
  type ReachabilityWorld,
} from '../../web/api/reachability.ts'

/** A service that does not answer, and a clock that the test moves. */
function createWorld() {
  let wake: (() => void) | null = null
  const state = { isUp: false, probes: 0 }
  const world: ReachabilityWorld = {
    later: (act: () => void, ms: number) => {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
    probe: () => {
      state.probes += 1
      return Promise.resolve(state.isUp)
    },
    onWake: (listener: () => void) => {
      wake = listener
      return () => {
        wake = null
      }
    },
    now: () => Date.now(),
    random: () => 1,
  }
  return { world, state, wake: () => wake?.() }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  return () => vi.useRealTimers()
})

test('delays double up to 30 seconds, and half of each is random', () => {
  const delays = (random: number) =>
    [0, 1, 2, 3, 4, 5, 60].map((failures) => toRetryDelay(failures, () => random))
  expect(delays(1)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(delays(0)).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000])
})

test('many failed requests cause one series of probes that becomes slower', async () => {
  const { world, state } = createWorld()
  const { reportFailure, isDown } = createReachability(world)
  for (let count = 0; count < 20; count += 1) reportFailure()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(isDown()).toBe(true)
  // 1, 3, 7, 15 and 31 seconds after the failure, then every 30 seconds.
  expect(state.probes).toBe(5 + 18)
})

test('the recovery is reported once, when a probe or any other request has an answer', async () => {
  const { world, state } = createWorld()
  const { reportFailure, reportAnswer, onRecovery, retryOnRecovery } = createReachability(world)
  const recoveries = vi.fn()
  const retry = vi.fn()
  onRecovery(recoveries)
  retryOnRecovery(retry)
  await vi.advanceTimersByTimeAsync(5000)
  expect(retry).not.toHaveBeenCalled()
  state.isUp = true
  await vi.advanceTimersByTimeAsync(4000)
  reportAnswer()
  reportFailure()
  reportAnswer()
  expect(recoveries).toHaveBeenCalledTimes(2)
  expect(retry).toHaveBeenCalledTimes(1)
})

test('a return to the page asks at once, but at most once a second', async () => {
  const { world, state, wake } = createWorld()
  createReachability(world).reportFailure()
  await vi.advanceTimersByTimeAsync(40_000)
  const before = state.probes
  for (let count = 0; count < 5; count += 1) wake()
  await vi.advanceTimersByTimeAsync(0)
  for (let count = 0; count < 5; count += 1) wake()
  expect(state.probes).toBe(before + 1)
})

test('a service that fails again soon after its recovery is not asked faster', async () => {
  const { world, state } = createWorld()
  state.isUp = true
  const { retryOnRecovery } = createReachability(world)
  const fail = () => void retryOnRecovery(fail)
  fail()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(state.probes).toBeLessThan(25)
})

test('a probe succeeds only if the service answers it without an error in time', async () => {
  const answer = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', answer)
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  try {
    answer.mockResolvedValueOnce(new Response(null, { status: 200 }))
    expect(await isServiceUp()).toBe(true)
    answer.mockResolvedValueOnce(new Response(null, { status: 502 }))
    expect(await isServiceUp()).toBe(false)
    timeout.mockReturnValueOnce(AbortSignal.abort())
    answer.mockImplementationOnce(async (_, init) => {
      init?.signal?.throwIfAborted()
      return new Promise<Response>(() => undefined)
    })
    expect(await isServiceUp()).toBe(false)
  } finally {
    timeout.mockRestore()
    vi.unstubAllGlobals()
  }
})
