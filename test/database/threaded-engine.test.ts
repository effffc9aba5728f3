import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { PreparedPGlite } from '../../src/database/embedded/prepared-pglite.ts'
import { ThreadedEngine } from '../../src/database/embedded/threaded-engine.ts'

const folder = mkdtempSync(join(tmpdir(), 'rulewright-engine-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const cluster = join(folder, 'cluster')
let engine: PreparedPGlite
const plan = inject('databasePlan')

const ONE = 'select $1::int as one'

describe.runIf(plan.engine === 'embedded')('the engine of a service, in a thread of its own', () => {
  beforeAll(async () => {
    if (plan.engine === 'embedded') engine = new PreparedPGlite(await ThreadedEngine.open(cluster, plan.dump))
  })

  it('lets the event loop turn while a statement is at work, and serves the next one after it', async () => {
    let turns = 0
    const turning = setInterval(() => (turns += 1), 1)
    const long = engine.query<{ n: number }>('select count(*)::int as n from generate_series(1, 3000000)')
    const next = engine.query(ONE, [1])
    expect((await long).rows).toEqual([{ n: 3_000_000 }])
    clearInterval(turning)
    expect(turns).toBeGreaterThan(10)
    expect((await next).rows).toEqual([{ one: 1 }])
  })

  it('reads and writes every type as the service has it', async () => {
    const { rows } = await engine.query(
      `select $1::bytea as bytes, $2::text[] as texts, $3::jsonb as document, $4::bool as yes, 7::bigint as count,
        '2026-01-02 03:04:05+00'::timestamptz as at, array['2026-01-02'::date] as days, array[1, null]::int[] as ids,
        null::int as nothing, 1.5::numeric as exact`,
      [Buffer.from([0, 255]), ['a', 'b"c\\d', '{}', ''], { a: [null, 1] }, true],
    )
    expect(rows).toEqual([
      {
        bytes: Buffer.from([0, 255]),
        texts: ['a', 'b"c\\d', '{}', ''],
        document: { a: [null, 1] },
        yes: true,
        count: 7,
        at: '2026-01-02 03:04:05+00',
        days: ['2026-01-02'],
        ids: [1, null],
        nothing: null,
        exact: '1.5',
      },
    ])
  })

  it('tells a refusal of the database by its code, rolls back, and goes on', async () => {
    await engine.query('create table t (id int primary key)')
    const twice = engine.transaction(async (tx) => {
      await tx.query('insert into t values ($1)', [1])
      await tx.query('insert into t values ($1)', [1])
    })
    await expect(twice).rejects.toMatchObject({ code: '23505', table: 't' })
    expect((await engine.query('select from t')).rows).toEqual([])
  })

  it('is closed behind what is at work, and keeps what was committed', async () => {
    const written = engine.query('create table kept as select generate_series(1, 1000) as id')
    await engine.close()
    await written
    await expect(engine.query(ONE, [1])).rejects.toThrow('closed')
    const again = new PreparedPGlite(await ThreadedEngine.open(cluster))
    expect((await again.query('select count(*)::int as n from kept')).rows).toEqual([{ n: 1000 }])
    await again.close()
  })

  it('says why it cannot open a folder, and leaves no thread behind', async () => {
    await expect(ThreadedEngine.open('/dev/null/nowhere')).rejects.toThrow()
  })
})
