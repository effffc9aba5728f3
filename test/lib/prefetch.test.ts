import { expect, test } from 'vitest'
import { prefetch, prefetchPages } from '../../src/lib/prefetch.ts'

/** Reads that end when the test ends them. */
function createReader() {
  const started: unknown[] = []
  const ends: (() => void)[] = []
  const read = <P>(part: P) => {
    started.push(part)
    return new Promise<string>((resolve) => ends.push(() => resolve(`read ${String(part)}`)))
  }
  return { begun: started, ends, read }
}

test('one next part is loaded while the current part is used', async () => {
  const { begun, ends, read } = createReader()
  const parts = prefetch([1, 2, 3], read)
  const first = parts.next()
  expect(begun).toEqual([1])
  ends[0]?.()
  expect(await first).toEqual({ done: false, value: 'read 1' })
  expect(begun).toEqual([1, 2])
  const second = parts.next()
  ends[1]?.()
  expect((await second).value).toBe('read 2')
  expect(begun).toEqual([1, 2, 3])
  ends[2]?.()
  expect((await parts.next()).value).toBe('read 3')
  expect((await parts.next()).done).toBe(true)
})

test('an error appears at its part, and errors of parts that are not read are ignored', async () => {
  const read = (part: number) => (part === 2 ? Promise.reject(new Error('gone')) : Promise.resolve(part))
  const everything = prefetch([1, 2, 3], read)
  expect((await everything.next()).value).toBe(1)
  await expect(everything.next()).rejects.toThrow('gone')
  for await (const part of prefetch([1, 2], read)) {
    expect(part).toBe(1)
    break
  }
  expect(await collectItems(prefetch([], read))).toEqual([])
})

test('pages continue after their last rows until one is not full', async () => {
  const cursors: (number | null)[] = []
  const read = (after: number | null) => {
    cursors.push(after)
    const from = after ?? 0
    return Promise.resolve([from + 1, from + 2].filter((row) => row <= 5))
  }
  expect(await collectItems(prefetchPages(2, read))).toEqual([1, 2, 3, 4, 5])
  expect(cursors).toEqual([null, 2, 4])
  expect(await collectItems(prefetchPages(2, () => Promise.resolve([])))).toEqual([])
})

async function collectItems<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list = []
  for await (const item of items) list.push(item)
  return list
}
