import { Migration } from '@mikro-orm/migrations'
import { PostgreSqlDriver } from '@mikro-orm/postgresql'
import { SqlMikroORM } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/database/open.ts'
import { sharedOptions } from '../../src/database/options.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/db.ts'

const LAST = 'Migration20261127230300_beyond_entities'
const INDEX = 'reviews_test_concurrent'

/** Creates an index as migrations/README.md requires. */
class ConcurrentIndex extends Migration {
  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists "${INDEX}"`)
    this.addSql(`create index concurrently "${INDEX}" on "reviews" ("due_on", "id")`)
  }
}

let database: TestDatabase
beforeAll(async () => {
  database = await createEmptyDatabase()
  await database.migrate()
})
afterAll(() => database.close())

const isRecorded = async (name: string) =>
  (await sql`select from mikro_orm_migrations where name = ${name}`.execute(database.queries)).rows.length

test('an interrupted migration runs again, once, when several processes start at the same time', async () => {
  const trigger = async () =>
    (await sql`select from pg_trigger where tgname = 'audit_entries_truncate'`.execute(database.queries)).rows
      .length
  await sql`delete from mikro_orm_migrations where name = ${LAST}`.execute(database.queries)
  await sql`drop trigger audit_entries_truncate on audit_entries`.execute(database.queries)
  expect(await trigger()).toBe(0)

  const others = await Promise.all([1, 2].map(() => openDatabase({ url: database.url, dataDir: 'memory:' })))
  try {
    await Promise.all([database, ...others].map((each) => each.migrate()))
  } finally {
    await Promise.all(others.map((each) => each.close()))
  }
  expect([await trigger(), await isRecorded(LAST)]).toEqual([1, 1])
})

test('a concurrent index replaces the invalid one that an interrupted attempt left', async () => {
  // An index that was still being built when its process was killed.
  await sql`create index ${sql.ref(INDEX)} on reviews (id)`.execute(database.queries)
  await sql`update pg_index set indisvalid = false where indexrelid = ${INDEX}::regclass`.execute(
    database.queries,
  )
  const orm = new SqlMikroORM({
    ...sharedOptions,
    driver: PostgreSqlDriver,
    clientUrl: database.url,
    migrations: { ...sharedOptions.migrations, migrationsList: [{ name: INDEX, class: ConcurrentIndex }] },
  })
  try {
    await orm.migrator.up()
  } finally {
    await orm.close(true)
  }
  const { rows } = await sql<{ text: string }>`
    select pg_get_indexdef(indexrelid) as text from pg_index
    where indexrelid = ${INDEX}::regclass and indisvalid`.execute(database.queries)
  expect(rows).toEqual([{ text: expect.stringContaining('(due_on, id)') }])
  expect(await isRecorded(INDEX)).toBe(1)
})
