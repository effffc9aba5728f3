import { PostgreSqlDriver } from '@mikro-orm/postgresql'
import { SqlMikroORM } from '@mikro-orm/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/database/open.ts'
import { sharedOptions } from '../../src/database/options.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/db.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database.close())

test('migrating makes a fresh database ready, and migrating again changes no table', async () => {
  expect(await database.readCondition()).toBe('outdated')
  await database.migrate()
  await database.migrate()
  expect(await database.readCondition()).toBe('ready')
})

test('entities and migrated schema agree', async () => {
  await database.migrate()
  expect(await database.orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('')
})

test('the snapshot for the next migration is up to date', async () => {
  const migrations = { ...sharedOptions.migrations, snapshot: true }
  const offline = new SqlMikroORM({
    ...sharedOptions,
    driver: PostgreSqlDriver,
    dbName: 'nowhere',
    migrations,
  })
  expect(await offline.migrator.checkSchema()).toBe(false)
  await offline.close(true)
})

test('the migrations can be reverted and applied again', async () => {
  await database.migrate()
  await database.orm.migrator.down({ to: 0 })
  const remainingTables = await database.orm.em
    .fork()
    .execute("select 1 from pg_tables where schemaname = 'public' and tablename = 'users'")
  expect(remainingTables).toEqual([])
  await database.orm.migrator.up()
  expect(await database.orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('')
})

test('several processes may migrate at once', async () => {
  const fresh = await createEmptyDatabase()
  const others = await Promise.all(
    [1, 2, 3].map(() => openDatabase({ url: fresh.url, dataDir: 'memory:', poolSize: 1 })),
  )
  await Promise.all([fresh, ...others].map((each) => each.migrate()))
  expect(await Promise.all(others.map((each) => each.readCondition()))).toEqual(['ready', 'ready', 'ready'])
  await Promise.all([fresh, ...others].map((each) => each.close()))
})

test('a database of an older, unreleased version is rejected with one line, and is not changed', async () => {
  const fresh = await createEmptyDatabase()
  await fresh.migrate()
  const run = (statement: string) => fresh.orm.em.fork().execute(statement)
  await run('delete from mikro_orm_migrations')
  await run(`insert into mikro_orm_migrations (name) values ('Migration20261122110700_baseline')`)
  await expect(fresh.migrate()).rejects.toThrow(
    /^it was created by an older, unreleased version \(Migration20261122110700_baseline\); start with an empty database, .*$/,
  )
  expect(await run('select name from mikro_orm_migrations')).toEqual([
    { name: 'Migration20261122110700_baseline' },
  ])
  expect(await fresh.readCondition()).toBe('outdated')
  await fresh.close()
})

test('a database that a newer version has migrated is accepted, because both versions serve during an update', async () => {
  const fresh = await createEmptyDatabase()
  await fresh.migrate()
  await fresh.orm.em
    .fork()
    .execute(`insert into mikro_orm_migrations (name) values ('Migration29990101000000_later')`)
  await fresh.migrate()
  expect(await fresh.readCondition()).toBe('ready')
  await fresh.close()
})

test('a closed database is not ready', async () => {
  const other = await createEmptyDatabase()
  await other.migrate()
  await other.close()
  expect(await other.readCondition()).toBe('away')
})
