import { describe, expect, it } from 'vitest'
import { QUIET_MS, type BackgroundLeases } from '../../src/background/leases.ts'
import { createThrottle, type Throttle, type ThrottleClock } from '../../src/background/throttle.ts'
import { createInMemoryLeases } from '../support/in-memory-leases.ts'

/** A clock that advances only during sleeps and work. */
function createClock() {
  let time = 0
  const clock: ThrottleClock = {
    now: () => time,
    sleep: (ms, signal) => {
      if (!signal.aborted) time += ms
      return Promise.resolve()
    },
  }
  return { ...clock, work: (ms: number) => void (time += ms) }
}
type Clock = ReturnType<typeof createClock>

const open = () => new AbortController().signal

/** Batches of this many milliseconds each; returns their start times. */
async function runPortions(
  throttle: Throttle,
  clock: Clock,
  ms: number,
  portions: number,
): Promise<number[]> {
  const begins: number[] = []
  await throttle.runBatches(() => {
    begins.push(clock.now())
    clock.work(ms)
    return Promise.resolve(begins.length < portions)
  }, open())
  return begins
}

describe('background work', () => {
  it('uses a tenth of the time while requests are being served', async () => {
    const clock = createClock()
    const throttle = createThrottle(createInMemoryLeases(clock.now), clock)
    throttle.trackRequest()
    await runPortions(throttle, clock, 7, 100)
    expect(100 * 7).toBeLessThanOrEqual((clock.now() + 9 * 7) / 10)
    expect(clock.now()).toBeLessThan(100 * 7 * 10.1)
  })

  it('continues at once without requests', async () => {
    const clock = createClock()
    const throttle = createThrottle(createInMemoryLeases(clock.now), clock)
    expect(await runPortions(throttle, clock, 7, 4)).toEqual([0, 7, 14, 21])
  })

  it('continues when the last request is a second old, even within a long pause', async () => {
    const clock = createClock()
    const throttle = createThrottle(createInMemoryLeases(clock.now), clock)
    const answered = throttle.trackRequest()
    answered()
    const [, second = Number.NaN, third] = await runPortions(throttle, clock, 500, 3)
    expect(second).toBe(QUIET_MS)
    expect(third).toBe(second + 500)
  })

  it('counts urgent work', async () => {
    const clock = createClock()
    const throttle = createThrottle(createInMemoryLeases(clock.now), clock)
    throttle.trackRequest()
    await throttle.runAtOnce(() => Promise.resolve(clock.work(20)))
    expect(await runPortions(throttle, clock, 10, 2)).toEqual([20, 20 + 10 + 9 * 30])
  })

  it('resumes soon, however much urgent work was done', async () => {
    const clock = createClock()
    const throttle = createThrottle(createInMemoryLeases(clock.now), clock)
    throttle.trackRequest()
    await throttle.runAtOnce(() => Promise.resolve(clock.work(20_000)))
    expect(await runPortions(throttle, clock, 10, 2)).toEqual([20_000, 20_000 + 10 + 9 * 110])
  })

  it('background work that users wait for needs no lease, and takes a tenth of the time including its follow-up', async () => {
    const clock = createClock()
    const turns = createInMemoryLeases(clock.now)
    const throttle = createThrottle(turns, clock)
    throttle.trackRequest()
    expect(await turns.acquire()).toBe(0)
    const begins: number[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      await throttle.runSoon(() => {
        begins.push(clock.now())
        return Promise.resolve(clock.work(turn === 1 ? 60_000 : 5))
      }, open())
    }
    expect(begins).toEqual([0, 5 + 18 * 5, 5 + 18 * 5 + 60_000 + 2000])
  })

  it('background work that users wait for runs at once without requests', async () => {
    const clock = createClock()
    const throttle = createThrottle(createInMemoryLeases(clock.now), clock)
    await throttle.runSoon(() => Promise.resolve(clock.work(500)), open())
    await throttle.runSoon(() => Promise.resolve(clock.work(500)), open())
    expect(clock.now()).toBe(1000)
  })

  it('resumes after a batch of any length', async () => {
    const clock = createClock()
    const throttle = createThrottle(createInMemoryLeases(clock.now), clock)
    throttle.trackRequest()
    const [, second] = await runPortions(throttle, clock, 60_000, 2)
    expect(second).toBe(60_000 + 30_000)
  })

  it('background work of several kinds alternates in order of request', async () => {
    const clock = createClock()
    const throttle = createThrottle(createInMemoryLeases(clock.now), clock)
    throttle.trackRequest()
    const order: string[] = []
    const countKind = (name: string) =>
      throttle.runBatches(() => {
        order.push(name)
        clock.work(5)
        return Promise.resolve(order.length < 6)
      }, open())
    await Promise.all([countKind('signing'), countKind('indexing'), countKind('retention')])
    expect(order.slice(0, 6)).toEqual([
      'signing',
      'indexing',
      'retention',
      'signing',
      'indexing',
      'retention',
    ])
  })

  it('reports a failed batch to its caller, pauses for it too, and passes the lease on', async () => {
    const clock = createClock()
    const throttle = createThrottle(createInMemoryLeases(clock.now), clock)
    throttle.trackRequest()
    const failing = throttle.runBatches(() => {
      clock.work(10)
      return Promise.reject(new Error('not this time'))
    }, open())
    await expect(failing).rejects.toThrow('not this time')
    expect(await runPortions(throttle, clock, 1, 1)).toEqual([100])
  })

  it('runs no batch of a task that was stopped while it waited for its lease', async () => {
    const clock = createClock()
    const throttle = createThrottle(createInMemoryLeases(clock.now), clock)
    const others = Promise.withResolvers<boolean>()
    const first = throttle.runBatches(() => others.promise, open())
    const stopping = new AbortController()
    let ran = false
    const second = throttle.runBatches(() => Promise.resolve((ran = true)), stopping.signal)
    stopping.abort()
    others.resolve(false)
    await Promise.all([first, second])
    expect(ran).toBe(false)
    expect(await runPortions(throttle, clock, 1, 1)).toHaveLength(1)
  })
})

describe('two processes', () => {
  it('share one tenth of the time, and both make progress', async () => {
    const clock = createClock()
    const turns = createInMemoryLeases(clock.now)
    const [first, other] = [createThrottle(turns, clock), createThrottle(turns, clock)]
    // Only one of them serves requests.
    first.trackRequest()
    const done = await Promise.all([runPortions(first, clock, 5, 50), runPortions(other, clock, 5, 50)])
    expect(done.map(({ length }) => length)).toEqual([50, 50])
    expect(clock.now()).toBeGreaterThanOrEqual((100 - 1) * 5 * 10)
  })

  it('never run batches at the same time', async () => {
    const clock = createClock()
    const turns = createInMemoryLeases(clock.now)
    const [first, other] = [createThrottle(turns, clock), createThrottle(turns, clock)]
    let working = 0
    let maxWorking = 0
    const listBatches = (throttle: Throttle) => {
      let remaining = 20
      return throttle.runBatches(async () => {
        maxWorking = Math.max(maxWorking, (working += 1))
        await Promise.resolve()
        working -= 1
        return (remaining -= 1) > 0
      }, open())
    }
    await Promise.all([listBatches(first), listBatches(other)])
    expect(maxWorking).toBe(1)
  })
})

it('report at most three times a second that requests are being served', async () => {
  const clock = createClock()
  let heartbeats = 0
  const turns: BackgroundLeases = {
    ...createInMemoryLeases(clock.now),
    heartbeat: () => Promise.resolve(void (heartbeats += 1)),
  }
  const throttle = createThrottle(turns, clock)
  await throttle.reportServing()
  expect(heartbeats).toBe(0)
  throttle.trackRequest()
  for (let i = 0; i < 10; i += 1) {
    await throttle.reportServing()
    clock.work(100)
  }
  expect(heartbeats).toBe(3)
})
