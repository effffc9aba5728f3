import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { shareClients } from '../../../src/database/fast-path/shared-clients.ts'
import { startPostgresServer, type PostgresServer } from '../../support/postgres-server.ts'

const SIZE = 10
let server: PostgresServer
const pools: pg.Pool[] = []

/** Sends over the shared clients of a pool of its own; throws if none is free. */
function createPool(max = SIZE) {
  const pool = new pg.Pool({ connectionString: server.url(), max, pipeline: true })
  // Connections are ended on purpose; an unhandled error event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  pools.push(pool)
  const send = shareClients(pool)
  const ask = (value: number): Promise<number> => {
    const sent = send<{ value: number; pid: number }>('select $1::int as value, pg_backend_pid() as pid', [
      value,
    ])
    if (!sent) throw new Error('no client is free')
    return sent.then(([row]) => row?.value ?? Number.NaN)
  }
  const sleep = (seconds: number) => send<object>('select pg_sleep($1)', [seconds])
  return { pool, send, ask, sleep }
}

const listNumbers = (count: number) => Array.from({ length: count }, (_, index) => index)

beforeAll(async () => {
  server = await startPostgresServer()
})
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()))
})
afterAll(() => server.remove())

describe('the function shareClients', () => {
  it('gives each read its own answer over few connections, and releases all of them', async () => {
    const { pool, ask } = createPool()
    for (let round = 0; round < 20; round += 1) {
      expect(await Promise.all(listNumbers(32).map((value) => ask(round * 100 + value)))).toEqual(
        listNumbers(32).map((value) => round * 100 + value),
      )
    }
    expect(pool.totalCount).toBe(4)
    await expect.poll(() => pool.idleCount).toBe(4)
  })

  it('uses at most half of a small pool', async () => {
    const { pool, ask } = createPool(3)
    await Promise.all(listNumbers(16).map(ask))
    expect(pool.totalCount).toBe(2)
  })

  it('returns null if every client is full, and shares again later', async () => {
    const { pool, send, ask } = createPool()
    const sent = listNumbers(32).map(ask)
    expect(send('select 1 as one', [])).toBeNull()
    await Promise.all(sent)
    await expect.poll(() => pool.idleCount).toBe(4)
    expect(await ask(7)).toBe(7)
  })

  it('rejects only the read that fails', async () => {
    const { pool, send, ask } = createPool()
    const pending = listNumbers(12).map(async (value) =>
      value % 3 === 1 ? await send<object>('select 1 / $1::int as none', [0]) : ask(value),
    )
    const results = await Promise.allSettled(pending)
    expect(results.map(({ status }) => status)).toEqual(
      listNumbers(12).map((value) => (value % 3 === 1 ? 'rejected' : 'fulfilled')),
    )
    expect(results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))).toEqual(
      listNumbers(12).filter((value) => value % 3 !== 1),
    )
    await expect.poll(() => pool.idleCount).toBe(pool.totalCount)
    expect(await Promise.all(listNumbers(32).map(ask))).toEqual(listNumbers(32))
  })

  it('lets at most seven reads wait behind a slow one', async () => {
    const { sleep, ask } = createPool(2)
    const slow = sleep(30)?.catch((error: unknown) => error)
    const behind = listNumbers(7).map(ask)
    expect(() => ask(8)).toThrow('no client is free')
    const runCancelled = () =>
      server.ask(`select pg_cancel_backend(pid) from pg_stat_activity
        where query like 'select pg_sleep%' and state = 'active' and pid <> pg_backend_pid()`)
    await expect.poll(async () => (await runCancelled()).length).toBe(1)
    expect(await slow).toBeInstanceOf(Error)
    expect(await Promise.all(behind)).toEqual(listNumbers(7))
  })

  it('continues over other connections after the server has ended some', async () => {
    const { pool, ask } = createPool()
    for (let round = 0; round < 5; round += 1) {
      const pending = listNumbers(24).map((value) => ask(value).catch(() => null))
      await server.ask(`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and backend_type = 'client backend'`)
      const answers = await Promise.all(pending)
      answers.forEach((answer, value) => expect([value, null]).toContain(answer))
      await expect.poll(() => ask(round).catch(() => null)).toBe(round)
    }
    await expect.poll(() => pool.idleCount).toBe(pool.totalCount)
    expect(await Promise.all(listNumbers(32).map(ask))).toEqual(listNumbers(32))
  })
})
