import { EventEmitter } from 'node:events'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { replaceWorn } from '../../src/database/server/worn.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const full = new WeakSet<object>()

/** A connection of a pool that replaces what is worn. */
function connected() {
  const pool = new EventEmitter()
  replaceWorn(pool as unknown as Pool, (client) => full.has(client))
  const client = { end: vi.fn() }
  pool.emit('connect', client)
  return { client, givenBack: () => pool.emit('release', undefined, client) }
}

test('a connection goes on serving for ten minutes, and is replaced when it comes back after fifteen', () => {
  const { client, givenBack } = connected()
  vi.advanceTimersByTime(10 * 60_000)
  givenBack()
  expect(client.end).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5 * 60_000 + 1)
  expect(client.end).not.toHaveBeenCalled()
  givenBack()
  expect(client.end).toHaveBeenCalledOnce()
})

test('one that is full is replaced as soon as it comes back', () => {
  const { client, givenBack } = connected()
  full.add(client)
  expect(client.end).not.toHaveBeenCalled()
  givenBack()
  expect(client.end).toHaveBeenCalledOnce()
})
