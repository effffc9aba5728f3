import { describe, expect, it } from 'vitest'
import { createRequestSlot } from '../../../src/http/concurrency/request-slot.ts'
import { createSemaphore, tooManyInFlight } from '../../../src/http/concurrency/semaphore.ts'

const refusal = () => tooManyInFlight('too_many_in_flight', 'Too many.', 1)
const places = (each: number, waiting = 10, waitMs = 1000) =>
  createSemaphore({ each, waiting, waitMs, createError: refusal })

/** Work that ends when it is told to. */
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

const turnOver = () => new Promise((resolve) => setImmediate(resolve))

describe('places', () => {
  it('are so many for each person, and the rest wait in the order of asking', async () => {
    const all = places(2)
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

  it('E-20: refuse who waits too long, and who comes when too many wait', async () => {
    const all = places(1, 1, 20)
    const leave = await all.acquire('a')
    const waiting = all.acquire('a')
    await expect(all.acquire('a')).rejects.toMatchObject({ reason: 'too_many_in_flight', status: 429 })
    await expect(waiting).rejects.toMatchObject({ reason: 'too_many_in_flight' })
    leave()
    expect(all.tryAcquire('a')).not.toBeNull()
  })
})

describe('the slot of a request', () => {
  it('holds one place until it is answered and its calls are done', async () => {
    const all = places(1)
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

  it('holds it while an answer leaves in pieces', async () => {
    const all = places(1)
    const slot = createRequestSlot(() => all)
    await slot.acquire('a')
    const sent = slot.keep()
    slot.release()
    expect(all.tryAcquire('a')).toBeNull()
    sent()
    expect(all.tryAcquire('a')).not.toBeNull()
  })

  it('runs the calls of a batch one after another where its person has no other place', async () => {
    const all = places(1)
    const slot = createRequestSlot(() => all)
    const calls = [work(), work(), work()]
    const running = calls.map(({ run }) => slot.run(() => slot.acquire('a').then(run)))
    await turnOver()
    expect(calls.map(({ began }) => began)).toEqual([true, false, false])
    calls[0]?.end()
    await turnOver()
    expect(calls.map(({ began }) => began)).toEqual([true, true, false])
    for (const { end } of calls) end()
    await Promise.all(running)
  })

  it('runs more of them at once on places that are free', async () => {
    const all = places(2)
    const slot = createRequestSlot(() => all)
    const calls = [work(), work(), work()]
    const running = calls.map(({ run }) => slot.run(() => slot.acquire('a').then(run)))
    await turnOver()
    expect(calls.filter(({ began }) => began)).toHaveLength(2)
    expect(all.tryAcquire('a')).toBeNull()
    for (const { end } of calls) end()
    await Promise.all(running)
    slot.release()
    expect([all.tryAcquire('a'), all.tryAcquire('a')]).not.toContain(null)
  })
})
