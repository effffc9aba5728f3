import { expect, test } from 'vitest'
import { Semaphore } from '../../src/auth/semaphore.ts'

test('tasks beyond the limit wait and start in the order of their arrival', async () => {
  const places = new Semaphore(2)
  const started: number[] = []
  const ends: (() => void)[] = []
  const task = (name: number) =>
    places.run(async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = [task(1), task(2), task(3), task(4)]
  expect(started).toEqual([1, 2])
  ends[1]?.()
  await all[1]
  await Promise.resolve()
  expect(started).toEqual([1, 2, 3])
  ends[0]?.()
  await all[0]
  await Promise.resolve()
  expect(started).toEqual([1, 2, 3, 4])
  for (const end of ends) end()
  await Promise.all(all)
})

test('a failing task frees its place', async () => {
  const places = new Semaphore(1)
  await expect(places.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(places.run(() => Promise.resolve('next'))).resolves.toBe('next')
})
