import { afterEach, describe, expect, test } from 'vitest'
import { DomainError } from '../../src/errors.ts'
import { createWorkerPool, type WorkerPool, type TaskPurpose } from '../../src/workers/pool.ts'

const worker = new URL('../support/faulty-worker.ts', import.meta.url)
/** Short limits of CPU time, which only the endless loop reaches. */
const limitMs = { read: 300, preview: 300, import: 300 }
let computing: WorkerPool | undefined

afterEach(() => computing?.close())

interface FaultyTaskOptions {
  userId?: number
  purpose?: TaskPurpose
  filename?: string
}

/** Runs a task in the faulty worker; its text names the fault. */
const runFaultyTask = (
  pool: WorkerPool,
  fault: string,
  { userId = 1, purpose = 'read', filename }: FaultyTaskOptions = {},
) => {
  const input: object = { texts: fault, ...(filename === undefined ? {} : { filename }) }
  const caller = pool.forCaller({ userId, purpose })
  return caller.run('differences', input as Parameters<typeof caller.run<'differences'>>[1])
}
const toOutcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) =>
      error instanceof DomainError ? [error.status, error.reason, error.details.retryAfter] : String(error),
  )
const BUSY = [503, 'computing_busy', 5]

test('the pool rejects tasks beyond its queue limit, and accepts more when the queue is shorter', async () => {
  const pool = (computing = createWorkerPool({ waiting: { total: 1, each: 1 }, threads: 2, limitMs, worker }))
  const pending = [1, 2, 3, 4, 5].map((userId) => toOutcome(runFaultyTask(pool, 'wait', { userId })))
  expect(await Promise.all(pending.slice(3))).toEqual([BUSY, BUSY])
  await Promise.all(pending)
  expect(await toOutcome(runFaultyTask(pool, 'work'))).toBe('done')
})

test.each([
  ['takes too long', 'wait', { limitMs }],
  ['takes too much memory', 'fill', { heapMb: 24 }],
  ['dies with its thread', 'die', {}],
])('the pool rejects a task without a file that %s, and runs the next', async (_, fault, limits) => {
  computing = createWorkerPool({ worker, ...limits })
  expect(await toOutcome(runFaultyTask(computing, fault))).toEqual(BUSY)
  expect(await toOutcome(runFaultyTask(computing, 'work'))).toBe('done')
})

describe('a file in a worker thread', () => {
  const catchRejection = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) =>
        error instanceof DomainError && [error.status, error.reason, error.details.errors?.['file']],
    )

  test('a file that takes too long is rejected by its name', async () => {
    computing = createWorkerPool({ limitMs: { ...limitMs, preview: 2_000 }, worker })
    const work = runFaultyTask(computing, 'wait', { purpose: 'preview', filename: 'a.csv' })
    const message = 'The file a.csv takes more than 2 seconds to read.'
    expect(await catchRejection(work)).toEqual([422, 'upload.too_complex', [message]])
    expect(await toOutcome(runFaultyTask(computing, 'work', { purpose: 'preview' }))).toBe('done')
  })

  test('a file that takes too much memory is rejected by its name', async () => {
    computing = createWorkerPool({ heapMb: 24, worker })
    const work = runFaultyTask(computing, 'fill', { purpose: 'import', filename: 'a.zip' })
    const message = 'The file a.zip takes more than 24 MiB of memory to read.'
    expect(await catchRejection(work)).toEqual([422, 'upload.too_complex', [message]])
  })

  test('a file is not at fault if its thread gets no computing time on a busy machine', async () => {
    computing = createWorkerPool({
      limitMs: { read: 200, preview: 200, import: 200 },
      longestMs: 500,
      worker,
    })
    expect(await toOutcome(runFaultyTask(computing, 'stop', { filename: 'a.csv' }))).toEqual(BUSY)
  })

  test('a file is not at fault if its thread dies', async () => {
    computing = createWorkerPool({ worker })
    expect(await toOutcome(runFaultyTask(computing, 'die', { filename: 'a.csv' }))).toEqual(BUSY)
  })
})

test('the time limit of a task counts from its start, not from its queueing', async () => {
  const pool = (computing = createWorkerPool({ threads: 1, waitMs: 60_000, limitMs, worker }))
  const outcomes = [1, 2, 3].map((userId) => toOutcome(runFaultyTask(pool, 'wait', { userId })))
  const last = toOutcome(runFaultyTask(pool, 'work', { userId: 4 }))
  expect(await Promise.all(outcomes)).toEqual([BUSY, BUSY, BUSY])
  expect(await last).toBe('done')
})

describe('a thread that starts slowly', () => {
  const slow = new URL('../support/slow-worker.ts', import.meta.url)

  test('does not use up the time limit of a file', async () => {
    const pool = (computing = createWorkerPool({ limitMs, worker: slow }))
    expect(await toOutcome(runFaultyTask(pool, 'work', { purpose: 'preview', filename: 'a.csv' }))).toBe(
      'done',
    )
  })

  test('is awaited only as long as a turn, and is no fault of the file', async () => {
    const pool = (computing = createWorkerPool({ waitMs: 500, worker: slow }))
    expect(await toOutcome(runFaultyTask(pool, 'work', { purpose: 'preview', filename: 'a.csv' }))).toEqual(
      BUSY,
    )
  })
})

test('the pool passes on an error of the task unchanged', async () => {
  computing = createWorkerPool({ worker })
  expect(await toOutcome(runFaultyTask(computing, 'fail'))).toBe('TypeError: a fault of a task')
})
