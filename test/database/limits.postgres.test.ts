import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toKysely, type Database } from '../../src/database/database.ts'
import { mapDatabaseError } from '../../src/database/map-database-error.ts'
import { openDatabase } from '../../src/database/open.ts'
import { createWorld } from '../support/world.ts'
import { runTransaction } from '../support/writers.ts'

const world = createWorld()
const LIMITS = { statement: 300, lock: 100, idleInTransaction: 200 }
let database: Database
let other: Client

beforeAll(async () => {
  const url = world.database.url ?? ''
  database = await openDatabase({ url, dataDir: 'memory:', limits: LIMITS, poolSize: 2 })
  other = new Client({ connectionString: url })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await database.close()
})

const blockingLock = sql`select pg_advisory_xact_lock(1, 1)`
/** The service's answer to a request that fails with this error. */
const catchRejection = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it went well'),
    (error: unknown) => {
      const refusal = mapDatabaseError(error)
      return [refusal?.status, refusal?.reason, refusal?.details.retryAfter]
    },
  )

/** Stops the statement of a connection, once it has begun. */
async function cancelAsleep(pid: number | undefined): Promise<void> {
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`
  await expect.poll(async () => (await other.query(cancel, [pid])).rowCount, { interval: 5 }).toBe(1)
}

it('no statement is compiled by JIT, at any estimated cost', async () => {
  const readSettings = () =>
    sql<{ jit: string }>`select current_setting('jit') as jit`.execute(database.queries)
  const all = await Promise.all([readSettings(), readSettings()])
  expect(all.map(({ rows }) => rows[0]?.jit)).toEqual(['off', 'off'])
})

describe('an exceeded time limit is a 503 with its reason', () => {
  it('an exceeded time limit is a 503 with its reason for a statement, in a transaction or not', async () => {
    const slow = sql`select pg_sleep(2)`
    const answer = [503, 'database.statement_timeout', 5]
    expect(await catchRejection(slow.execute(database.queries))).toEqual(answer)
    expect(await catchRejection(runTransaction(database, (em) => slow.execute(toKysely(em))))).toEqual(answer)
  })

  it('an exceeded time limit is a 503 with its reason for a lock that another transaction holds', async () => {
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock(1, 1)')
    const waiting = runTransaction(database, (em) => blockingLock.execute(toKysely(em)))
    expect(await catchRejection(waiting)).toEqual([503, 'database.lock_timeout', 5])
    await other.query('rollback')
    await runTransaction(database, (em) => blockingLock.execute(toKysely(em)))
  })

  it('an exceeded time limit is a 503 with its reason for an idle transaction', async () => {
    const idle = runTransaction(database, async (em) => {
      await blockingLock.execute(toKysely(em))
      await pause(400)
      await blockingLock.execute(toKysely(em))
    })
    expect(await catchRejection(idle)).toEqual([503, 'database.idle_timeout', 5])
  })

  it('an exceeded time limit is a 503 with its reason for a statement that an operator canceled', async () => {
    const stopped = runTransaction(database, async (em) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(toKysely(em))
      await sql`set local statement_timeout = 0`.execute(toKysely(em))
      await Promise.all([sql`select pg_sleep(20)`.execute(toKysely(em)), cancelAsleep(rows[0]?.pid)])
    })
    expect(await catchRejection(stopped)).toEqual([503, 'database.cancelled', 5])
  })

  it('an exceeded time limit leaves every connection usable', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => sql`select 1`.execute(database.queries)))
    expect(answers).toHaveLength(4)
  })
})

describe('the time limits of a session', () => {
  const readSettings = async (limits: Partial<typeof LIMITS>) => {
    const timeLimits = { statement: 0, lock: 0, idleInTransaction: 0, ...limits }
    const url = new URL(world.database.url ?? '')
    url.searchParams.set('options', '-c statement_timeout=1234')
    const database = await openDatabase({ url: url.href, dataDir: 'memory:', limits: timeLimits })
    const { rows } = await sql<{ statement: string; lock: string }>`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(
      database.queries,
    )
    await database.close()
    return rows[0]
  }

  it('come from the settings, or from the server if the settings are 0', async () => {
    expect(await readSettings({ lock: 70 })).toEqual({ statement: '1234ms', lock: '70ms' })
    expect(await readSettings({ statement: 2000 })).toEqual({ statement: '2s', lock: '0' })
  })
})
