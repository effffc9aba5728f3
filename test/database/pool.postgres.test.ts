import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { toKysely, type Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import { startPostgresServer, type PostgresServer } from '../support/postgres-server.ts'
import { countConcurrentSessions, runTransaction, startWriters } from '../support/writers.ts'

const SIZE = 10
const END_ALL = `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
  where pid <> pg_backend_pid() and backend_type = 'client backend'`

let server: PostgresServer
const opened: Database[] = []
const open = async (): Promise<Database> => {
  const database = await openDatabase({ url: server.url(), dataDir: 'memory:', poolSize: SIZE })
  opened.push(database)
  return database
}
/** Waits until all connections work. The pool may return a connection once more that has just ended. */
const waitForAllSessions = (database: Database) =>
  expect.poll(() => countConcurrentSessions(database, SIZE)).toBe(SIZE)

beforeAll(async () => {
  server = await startPostgresServer()
  await (await open()).migrate()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()))
})
afterAll(() => server.remove())

const readProcess = async (database: Database): Promise<number | undefined> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.queries)
  return rows[0]?.pid
}

it('a pool keeps a connection between two uses, and closes it after minutes without use', async () => {
  const database = await open()
  const used = () => readProcess(database)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const first = await used()
    vi.advanceTimersByTime(4 * 60_000)
    expect(await used()).toBe(first)
    vi.advanceTimersByTime(5 * 60_000)
    expect(await used()).not.toBe(first)
  } finally {
    vi.useRealTimers()
  }
})

it('a pool replaces a connection after fifteen minutes', async () => {
  // Set before the pool is opened, because each connection starts its timer when it is opened.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const database = await open()
    const first = await readProcess(database)
    for (const _ of [4, 8, 12]) {
      vi.advanceTimersByTime(4 * 60_000)
      expect(await readProcess(database)).toBe(first)
    }
    vi.advanceTimersByTime(4 * 60_000)
    expect(await readProcess(database)).not.toBe(first)
  } finally {
    vi.useRealTimers()
  }
})

describe('a pool whose connections the server ends', () => {
  it('is at its full size after 20 rounds under load', async () => {
    const database = await open()
    const { stop, progress } = startWriters(database, 14)
    for (let round = 0; round < 20; round += 1) {
      await progress(30)
      expect((await server.ask<{ ended: number }>(END_ALL))[0]?.ended).toBeGreaterThan(0)
    }
    await stop()
    await waitForAllSessions(database)
    expect(await database.readCondition()).toBe('ready')
  })

  it('is at its full size after 10 restarts of the server under load, half of them crashes', async () => {
    const database = await open()
    const { stop, progress } = startWriters(database, 14)
    for (let round = 0; round < 10; round += 1) {
      await progress(30)
      await server.stop(round % 2 === 0 ? 'fast' : 'immediate')
      await server.start()
    }
    await progress(30)
    await stop()
    await waitForAllSessions(database)
  })

  it('recovers each connection whose transaction could not begin', async () => {
    const database = await open()
    for (let turn = 0; turn < 2 * SIZE; turn += 1) {
      const transactions = Array.from({ length: SIZE }, () =>
        runTransaction(database, () => Promise.resolve()),
      )
      await Promise.all([server.ask(END_ALL), Promise.allSettled(transactions)])
    }
    await waitForAllSessions(database)
  })

  it('hands out no connection with an open transaction', async () => {
    const database = await open()
    await sql`begin`.execute(database.queries)
    const { rows } = await sql<{ outside: boolean }>`select now() = statement_timestamp() as outside`.execute(
      database.queries,
    )
    expect(rows).toEqual([{ outside: true }])
    await waitForAllSessions(database)
  })

  it('keeps all committed data and no other data', async () => {
    const database = await open()
    const count = async () =>
      (await sql<{ n: number }>`select count(*) as n from rate_limit_counters`.execute(database.queries))
        .rows[0]?.n
    await expect(
      runTransaction(database, async (em) => {
        await sql`insert into rate_limit_counters (key, window_start, count) values ('x', now(), 1)`.execute(
          toKysely(em),
        )
        await server.ask(END_ALL)
      }),
    ).rejects.toThrow()
    expect(await count()).toBe(0)
  })
})
