import { describe, expect, it } from 'vitest'
import { createRequestSlot } from '../../../src/http/concurrency/request-slot.ts'
import { createSemaphore, createTooManyInFlightError } from '../../../src/http/concurrency/semaphore.ts'

const createRejection = () => createTooManyInFlightError('too_many_in_flight', 'Too many.', 1)
const createSemaphores = (each: number, waiting = 10, waitMs = 1000) =>
  createSemaphore({ each, waiting, waitMs, createError: createRejection })

/** A task that ends when the test ends it. */
function work() {
  let end: () => void = () => undefined
  const done = new Promise<void>((resolve) => (end = resolve))
  const state = { began: false, end: () => end() }
  return Object.assign(state, {
    run: () => {
      state.began = true
      return done
    },
  })
}

const waitForEventLoop = () => new Promise((resolve) => setImmediate(resolve))

describe('semaphore permits', () => {
  it('are limited for each user, and the rest wait in order of request', async () => {
    const all = createSemaphores(2)
    const first = await all.acquire('a')
    await all.acquire('a')
    const order: number[] = []
    const third = all.acquire('a').then((leave) => (order.push(3), leave))
    const fourth = all.acquire('a').then((leave) => (order.push(4), leave))
    expect(all.tryAcquire('a')).toBeNull()
    const other = await all.acquire('b')
    other()
    first()
    first()
    const leave = await third
    leave()
    await fourth
    expect(order).toEqual([3, 4])
  })

  it('E-20: reject a caller who waits too long, and callers beyond the queue limit', async () => {
    const all = createSemaphores(1, 1, 20)
    const leave = await all.acquire('a')
    const waiting = all.acquire('a')
    await expect(all.acquire('a')).rejects.toMatchObject({ reason: 'too_many_in_flight', status: 429 })
    await expect(waiting).rejects.toMatchObject({ reason: 'too_many_in_flight' })
    leave()
    expect(all.tryAcquire('a')).not.toBeNull()
  })
})

describe('a request slot', () => {
  it('holds one permit until the request is answered and its calls have finished', async () => {
    const all = createSemaphores(1)
    const slot = createRequestSlot(() => all)
    const call = work()
    await slot.acquire('a')
    const running = slot.run(call.run)
    slot.release()
    expect(all.tryAcquire('a')).toBeNull()
    call.end()
    await running
    expect(all.tryAcquire('a')).not.toBeNull()
  })

  it('holds its permit while a streamed answer is sent', async () => {
    const all = createSemaphores(1)
    const slot = createRequestSlot(() => all)
    await slot.acquire('a')
    const sent = slot.hold()
    slot.release()
    expect(all.tryAcquire('a')).toBeNull()
    sent()
    expect(all.tryAcquire('a')).not.toBeNull()
  })

  it('runs the calls of a batch one after another if its user has no other permit', async () => {
    const all = createSemaphores(1)
    const slot = createRequestSlot(() => all)
    const calls = [work(), work(), work()]
    const running = calls.map(({ run }) => slot.run(() => slot.acquire('a').then(run)))
    await waitForEventLoop()
    expect(calls.map(({ began }) => began)).toEqual([true, false, false])
    calls[0]?.end()
    await waitForEventLoop()
    expect(calls.map(({ began }) => began)).toEqual([true, true, false])
    for (const { end } of calls) end()
    await Promise.all(running)
  })

  it('runs more calls at once on free permits', async () => {
    const all = createSemaphores(2)
    const slot = createRequestSlot(() => all)
    const calls = [work(), work(), work()]
    const running = calls.map(({ run }) => slot.run(() => slot.acquire('a').then(run)))
    await waitForEventLoop()
    expect(calls.filter(({ began }) => began)).toHaveLength(2)
    expect(all.tryAcquire('a')).toBeNull()
    for (const { end } of calls) end()
    await Promise.all(running)
    slot.release()
    expect([all.tryAcquire('a'), all.tryAcquire('a')]).not.toContain(null)
  })
})
