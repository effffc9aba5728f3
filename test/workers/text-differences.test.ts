import { describe, expect, it } from 'vitest'
import type { Workers } from '../../src/workers/pool.ts'
import { diffTexts } from '../../src/workers/tasks/diff-texts.ts'
import { diffTextsInWorkers } from '../../src/workers/tasks/text-differences.ts'

/** Runs tasks at once and counts them. */
function createCountingPool() {
  const pool = { tasks: 0 }
  const computing: Workers = {
    run: async (name, input) => {
      const { tasks } = await import('../../src/workers/tasks.ts')
      pool.tasks += 1
      return (await tasks[name](input as never)) as never
    },
  }
  return { pool, computing }
}
const createLetters = (count: number, first: number) =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(first + (index % 20))).join(' ')

describe('word differences', () => {
  it('are computed on the event loop for ordinary edits', async () => {
    const { pool, computing } = createCountingPool()
    const text = createLetters(1_500, 97)
    const texts = [{ before: text, after: text.replace(/a b/, 'a new b') }]
    expect(await diffTextsInWorkers(computing, texts)).toEqual(diffTexts({ texts }))
    expect(pool.tasks).toBe(0)
  })

  it.each([
    [
      'short texts without a word in common',
      [{ before: createLetters(900, 97), after: createLetters(900, 65) }],
    ],
    [
      'many such texts that are small each',
      Array.from({ length: 20 }, () => ({ before: createLetters(90, 97), after: createLetters(90, 65) })),
    ],
    ['long texts', [{ before: 'a'.repeat(5_000), after: 'b'.repeat(5_000) }]],
  ])('are computed by a worker thread for %s', async (_, texts) => {
    const { pool, computing } = createCountingPool()
    expect(await diffTextsInWorkers(computing, texts)).toEqual(diffTexts({ texts }))
    expect(pool.tasks).toBe(1)
  })
})
