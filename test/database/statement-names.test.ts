import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { openTestDatabase } from '../support/db.ts'
import { withFastPath } from '../support/fast-path.ts'

withFastPath()

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

it('a database keeps answering a thousand different queries, prepares some of them, and plans the last one once', async () => {
  const { queries } = database
  const others = Array.from({ length: 1100 }, (_, index) => index)
  for (const index of others) {
    const sum = sql<{ sum: number }>`select ${1}::integer + ${sql.lit(index)} as sum`
    expect((await sum.execute(queries)).rows).toEqual([{ sum: 1 + index }])
  }
  const last = sql<{ last: number }>`select ${1}::integer as last`
  for (let time = 0; time < 7; time += 1) expect((await last.execute(queries)).rows).toEqual([{ last: 1 }])

  const counts = await sql<{ statements: number; kept: number }>`select count(*)::integer as statements,
    coalesce(sum(generic_plans) filter (where statement = 'select $1::integer as last'), 0)::integer as kept
    from pg_prepared_statements`.execute(queries)
  expect(counts.rows[0]?.statements).toBeLessThanOrEqual(1000)
  expect(counts.rows[0]?.kept).toBe(2)
})
