import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { directReads } from '../../src/database/server/direct-reads.ts'
import { watchClients, type PoolWatch } from '../../src/database/server/watch.ts'
import { anOwnPostgres, type OwnPostgres } from '../support/own-postgres.ts'

let server: OwnPostgres
const pools: pg.Pool[] = []
const watches: PoolWatch[] = []

/** Sends straight to a pool of its own, which is watched as the service's is; long reads have a connection each. */
function aPool(max: number) {
  const pool = new pg.Pool({ connectionString: server.url(), max, pipeline: true })
  watches.push(watchClients(pool, { statement: 60_000, lock: 60_000, idleInTransaction: 60_000 }, null))
  // An idle connection that ends says so here.
  pool.on('error', () => undefined)
  pools.push(pool)
  const send = directReads(pool)
  const ask = async (value: number, short: boolean): Promise<number> => {
    const rows = await send<{ value: number }>('select $1::int as value', [value], short)
    return rows?.[0]?.value ?? Number.NaN
  }
  /** How a read fails that takes half a minute. */
  const slow = async (): Promise<unknown> => {
    try {
      return await send<object>('select pg_sleep(30), 1 as slow', [], false)
    } catch (error) {
      return error
    }
  }
  return { pool, send, ask, slow }
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const slowOnes = () =>
  server.ask(`select pid from pg_stat_activity
    where query like '%as slow' and state = 'active' and pid <> pg_backend_pid()`)
const endConnections = () =>
  server.ask(`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend'`)

beforeAll(async () => {
  server = await anOwnPostgres()
})
afterEach(async () => {
  for (const watch of watches.splice(0)) watch.stop()
  await Promise.all(pools.splice(0).map((pool) => pool.end()))
})
afterAll(() => server.remove())

describe('reads that go straight to a connection', () => {
  it('each get their own answer, the short ones too where no line has room for them', async () => {
    const { pool, ask } = aPool(10)
    const asked = numbers(60).map((value) => ask(value, value % 3 !== 0))
    expect(await Promise.all(asked)).toEqual(numbers(60))
    await expect.poll(() => pool.idleCount).toBe(pool.totalCount)
  })

  it('wait for a connection where all are taken', async () => {
    const { pool, ask } = aPool(2)
    const held = [await pool.connect(), await pool.connect()]
    const asked = numbers(5).map((value) => ask(value, false))
    expect(pool.waitingCount).toBe(5)
    for (const client of held) client.release()
    expect(await Promise.all(asked)).toEqual(numbers(5))
  })

  it('give their connection back after an error, and it goes on', async () => {
    const { pool, send, ask } = aPool(1)
    await expect(send('select 1 / $1::int as none', [0], false)).rejects.toThrow('division by zero')
    expect(await ask(3, false)).toBe(3)
    expect(pool.totalCount).toBe(1)
  })

  it('fail at once when their connection ends, which nobody gets again', async () => {
    const { pool, ask, slow } = aPool(3)
    const cut = numbers(3).map(() => slow())
    await expect.poll(async () => (await slowOnes()).length).toBe(3)
    await endConnections()
    for (const failed of await Promise.all(cut)) expect(failed).toBeInstanceOf(Error)
    expect(await Promise.all(numbers(12).map((value) => ask(value, value % 2 === 0)))).toEqual(numbers(12))
    await expect.poll(() => pool.idleCount).toBe(pool.totalCount)
  })

  it('are answered or fail, and never by the answer of another, while connections end again and again', async () => {
    const { pool, ask } = aPool(6)
    for (let round = 0; round < 5; round += 1) {
      const asked = numbers(48).map((value) => ask(value, value % 2 === 0).catch(() => null))
      await endConnections()
      const answers = await Promise.all(asked)
      answers.forEach((answer, value) => expect([value, null]).toContain(answer))
      await expect.poll(() => ask(round, false).catch(() => null)).toBe(round)
    }
    await expect.poll(() => pool.idleCount).toBe(pool.totalCount)
  })
})
