import { describe, expect, it } from 'vitest'
import { createPlaces, crowded } from '../../src/fair/places.ts'
import { createTurn } from '../../src/fair/turn.ts'

const refusal = () => crowded('too_many_in_flight', 'Too many.', 1)
const places = (each: number, waiting = 10, waitMs = 1000) => createPlaces({ each, waiting, waitMs, refusal })

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
    const first = await all.enter('a')
    await all.enter('a')
    const order: number[] = []
    const third = all.enter('a').then((leave) => (order.push(3), leave))
    const fourth = all.enter('a').then((leave) => (order.push(4), leave))
    expect(all.tryEnter('a')).toBeNull()
    const other = await all.enter('b')
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
    const leave = await all.enter('a')
    const waiting = all.enter('a')
    await expect(all.enter('a')).rejects.toMatchObject({ reason: 'too_many_in_flight', status: 429 })
    await expect(waiting).rejects.toMatchObject({ reason: 'too_many_in_flight' })
    leave()
    expect(all.tryEnter('a')).not.toBeNull()
  })
})

describe('the turn of a request', () => {
  it('holds one place until it is answered and its calls are done', async () => {
    const all = places(1)
    const turn = createTurn(() => all)
    const call = work()
    await turn.enter('a')
    const running = turn.run(call.run)
    turn.leave()
    expect(all.tryEnter('a')).toBeNull()
    call.end()
    await running
    expect(all.tryEnter('a')).not.toBeNull()
  })

  it('holds it while an answer leaves in pieces', async () => {
    const all = places(1)
    const turn = createTurn(() => all)
    await turn.enter('a')
    const sent = turn.keep()
    turn.leave()
    expect(all.tryEnter('a')).toBeNull()
    sent()
    expect(all.tryEnter('a')).not.toBeNull()
  })

  it('runs the calls of a batch one after another where its person has no other place', async () => {
    const all = places(1)
    const turn = createTurn(() => all)
    const calls = [work(), work(), work()]
    const running = calls.map(({ run }) => turn.run(() => turn.enter('a').then(run)))
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
    const turn = createTurn(() => all)
    const calls = [work(), work(), work()]
    const running = calls.map(({ run }) => turn.run(() => turn.enter('a').then(run)))
    await turnOver()
    expect(calls.filter(({ began }) => began)).toHaveLength(2)
    expect(all.tryEnter('a')).toBeNull()
    for (const { end } of calls) end()
    await Promise.all(running)
    turn.leave()
    expect([all.tryEnter('a'), all.tryEnter('a')]).not.toContain(null)
  })
})
