import { expect, test, vi } from 'vitest'
import { DomainError } from '../../src/errors.ts'
import { createTaskQueue, type Release, type SlotRequest } from '../../src/workers/task-queue.ts'

const createBusyError = () => new DomainError('unavailable', 'computing_busy', 'busy')

/** A queue that records started tasks by user, and ends them on demand. */
function createQueue({ slots = 2, total = 32, each = 8, waitMs = 60_000 } = {}) {
  const queue = createTaskQueue({ slots, waiting: { total, each }, waitMs, refusal: createBusyError })
  const started: string[] = []
  const running = new Map<string, Release>()
  const add = (user: string, request: Partial<SlotRequest> = {}): Promise<string> =>
    queue.acquire({ user, isLong: false, ...request }).then(
      (release) => {
        started.push(user)
        running.set(user, release)
        return 'started'
      },
      (error: unknown) => (error instanceof DomainError ? error.reason : String(error)),
    )
  const waitUntilSettled = () => vi.waitFor(() => Promise.resolve())
  const end = async (user: string) => {
    running.get(user)?.()
    await waitUntilSettled()
  }
  return { add, end, started, settled: waitUntilSettled }
}

test('the queue gives each user one slot for any number of waiting tasks', async () => {
  const { add, end, started, settled } = createQueue()
  for (let task = 0; task < 5; task += 1) void add('a')
  await settled()
  expect(started).toEqual(['a'])
  await add('b')
  expect(started).toEqual(['a', 'b'])
  await end('a')
  expect(started).toEqual(['a', 'b', 'a'])
})

test('the queue alternates between users, so that a user delays another by at most one task', async () => {
  const { add, end, started, settled } = createQueue({ slots: 1 })
  for (let task = 0; task < 3; task += 1) void add('a')
  for (let task = 0; task < 2; task += 1) void add('b')
  void add('c')
  await settled()
  for (const user of ['a', 'b', 'c', 'a', 'b']) await end(user)
  expect(started).toEqual(['a', 'b', 'c', 'a', 'b', 'a'])
})

test('the queue reserves a slot for short tasks while long ones wait', async () => {
  const { add, end, started, settled } = createQueue({ slots: 2 })
  void add('a', { isLong: true })
  void add('b', { isLong: true })
  await settled()
  expect(started).toEqual(['a'])
  await add('c')
  expect(started).toEqual(['a', 'c'])
  await end('c')
  expect(started).toEqual(['a', 'c'])
  await end('a')
  expect(started).toEqual(['a', 'c', 'b'])
})

test('the queue rejects tasks of one user beyond the limit, and keeps space for others', async () => {
  const { add } = createQueue({ slots: 1, total: 3, each: 2 })
  void add('a')
  void add('a')
  void add('a')
  expect(await add('a')).toBe('computing_busy')
  void add('b')
  expect(await add('c')).toBe('computing_busy')
})

test('the queue removes the task of a disconnected caller', async () => {
  const { add, end, started, settled } = createQueue({ slots: 1 })
  const client = new AbortController()
  void add('a')
  const cancelled = add('b', { signal: client.signal })
  void add('c')
  await settled()
  client.abort()
  expect(await cancelled).toBe('computing_busy')
  await end('a')
  expect(started).toEqual(['a', 'c'])
  expect(await add('b', { signal: client.signal })).toBe('computing_busy')
})

test('the queue rejects and removes a task that waits too long', async () => {
  const { add, end, started } = createQueue({ slots: 1, waitMs: 1 })
  await add('a')
  expect(await add('b')).toBe('computing_busy')
  await end('a')
  await add('c')
  expect(started).toEqual(['a', 'c'])
})

test('the queue releases a slot once, for any number of release calls', async () => {
  const queue = createTaskQueue({
    slots: 1,
    waiting: { total: 2, each: 2 },
    waitMs: 60_000,
    refusal: createBusyError,
  })
  const first = await queue.acquire({ user: 'a', isLong: false })
  first()
  const second = await queue.acquire({ user: 'a', isLong: false })
  first()
  const waiting = queue.acquire({ user: 'b', isLong: false })
  let isWaiting = true
  void waiting.then(() => (isWaiting = false))
  await vi.waitFor(() => Promise.resolve())
  expect(isWaiting).toBe(true)
  second()
  await waiting
})
