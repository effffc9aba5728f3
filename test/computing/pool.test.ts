import { afterEach, expect, test } from 'vitest'
import { createComputing, type Computing } from '../../src/computing/pool.ts'
import { DomainError } from '../../src/errors.ts'

const worker = new URL('../support/odd-worker.ts', import.meta.url)
let computing: Computing | undefined

afterEach(() => computing?.close())

/** Work for the odd worker, which takes any text for a name of what to do. */
const odd = (made: Computing, what: string) => {
  const given: object = { texts: what }
  return made.run('differences', given as Parameters<typeof made.run<'differences'>>[1])
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) =>
      error instanceof DomainError ? [error.status, error.reason, error.details.retryAfter] : String(error),
  )
const BUSY = [503, 'computing_busy', 5]

test('more work than may wait is refused, and done when there is room again', async () => {
  computing = createComputing({ queue: 1, longestMs: 3_000, worker })
  const held = Array.from({ length: 8 }, () => refusal(odd(computing as Computing, 'wait')))
  expect(await Promise.all(held.slice(3))).toEqual(Array.from({ length: 5 }, () => BUSY))
  await Promise.all(held)
  expect(await refusal(odd(computing, 'work'))).toBe('done')
})

test.each([
  ['takes too long', 'wait', { longestMs: 3_000 }],
  ['takes too much memory', 'fill', { heapMb: 24 }],
  ['dies with its thread', 'die', {}],
])('work that %s is refused, and the next is done', async (_, what, limits) => {
  computing = createComputing({ worker, ...limits })
  expect(await refusal(odd(computing, what))).toEqual(BUSY)
  expect(await refusal(odd(computing, 'work'))).toBe('done')
})

test('a fault of the task itself stays one', async () => {
  computing = createComputing({ worker })
  expect(await refusal(odd(computing, 'fail'))).toBe('TypeError: a fault of a task')
})
