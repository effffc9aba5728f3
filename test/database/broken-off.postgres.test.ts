import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import { emptyDatabase } from '../support/db.ts'

const MIGRATION = 'Migration20261123150223_work_of_components'
const INDEX = 'reviews_component_work'

let database: Database
let url: string
beforeAll(async () => {
  const made = await emptyDatabase()
  database = made
  url = made.url ?? ''
  await database.migrate()
})
afterAll(() => database.close())

async function definition(): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_indexdef(indexrelid) as text from pg_index
    where indexrelid = ${INDEX}::regclass and indisvalid`.execute(database.queries)
  return rows[0]?.text
}

test('a migration that was broken off is gone through again, by whoever of several starts first', async () => {
  const whole = await definition()
  expect(whole).toContain('due_on')
  await sql`delete from mikro_orm_migrations where name = ${MIGRATION}`.execute(database.queries)
  await sql`drop index ${sql.ref(INDEX)}`.execute(database.queries)
  // What an index is that was still being made when its process was killed.
  await sql`create index ${sql.ref(INDEX)} on reviews (id)`.execute(database.queries)
  await sql`update pg_index set indisvalid = false where indexrelid = ${INDEX}::regclass`.execute(
    database.queries,
  )

  const others = await Promise.all([1, 2].map(() => openDatabase({ url, dataDir: 'memory:' })))
  try {
    await Promise.all([database, ...others].map((each) => each.migrate()))
  } finally {
    await Promise.all(others.map((each) => each.close()))
  }
  expect(await definition()).toBe(whole)
  const { rows } = await sql`select from mikro_orm_migrations where name = ${MIGRATION}`.execute(
    database.queries,
  )
  expect(rows).toHaveLength(1)
})
