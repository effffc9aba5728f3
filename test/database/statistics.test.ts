import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { renewStatistics } from '../../src/server/background/statistics.ts'
import { testEngine } from '../support/db.ts'
import { anOwnWorld } from '../support/world.ts'

const world = anOwnWorld()
const renewed = () => renewStatistics(world.services, new AbortController().signal)

/** Rows that the planner takes a table for, and whether it knows what is in it. */
async function known(table: string) {
  const { rows } = await sql<{ rows: number; columns: number }>`
    select c.reltuples::integer as rows,
      (select count(*)::integer from pg_stats s where s.schemaname = 'public' and s.tablename = c.relname) as columns
    from pg_class c where c.oid = ${table}::regclass`.execute(world.database.queries)
  return rows[0]
}

it.runIf(testEngine() === 'embedded')(
  'the embedded engine knows what came into a table by the thousand',
  async () => {
    await renewed()
    const before = await known('rate_counters')
    await sql`insert into users (name, email) select 'P' || n, 'p' || n || '@example.org'
      from generate_series(1, 5000) n`.execute(world.database.queries)
    await renewed()
    const after = await known('users')
    expect(after?.rows).toBeGreaterThan(4000)
    expect(after?.columns).toBeGreaterThan(5)
    expect(await known('rate_counters')).toEqual(before)
  },
)
