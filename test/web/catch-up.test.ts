import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRecentEvents, readCatchUpMs } from '../../web/api/catch-up.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a stream starts before the oldest answer that pages show without a refetch', () => {
  const cache = new QueryClient()
  const margin = readCatchUpMs(cache)
  cache.setQueryData(['stale'], 1)
  vi.advanceTimersByTime(40_000)
  expect(readCatchUpMs(cache)).toBe(margin)
  cache.setQueryData(['fresh'], 1)
  vi.advanceTimersByTime(7000)
  cache.setQueryData(['newest'], 1)
  expect(readCatchUpMs(cache)).toBe(margin + 7000)
})

test('a tab that joins later gets the events of its time span', () => {
  const recent = createRecentEvents<string>()
  recent.add('first')
  vi.advanceTimersByTime(3000)
  recent.add('second')
  expect(recent.list(2000)).toEqual(['second'])
  expect(recent.list(4000)).toEqual(['first', 'second'])
  vi.advanceTimersByTime(60_000)
  expect(recent.list(4000)).toEqual([])
})
