import { PostgreSqlDriver } from '@mikro-orm/postgresql'
import { SqlMikroORM } from '@mikro-orm/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database } from '../../src/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import { sharedOptions } from '../../src/database/options.ts'
import { emptyDatabase, testEngine } from '../support/db.ts'

let database: Database & { url?: string }

beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.close())

test('a fresh database becomes ready by migrating, and migrating again changes nothing', async () => {
  expect(await database.condition()).toBe('outdated')
  await database.migrate()
  await database.migrate()
  expect(await database.condition()).toBe('ready')
})

test('entities and migrated schema agree', async () => {
  await database.migrate()
  expect(await database.orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('')
})

test('the snapshot that the next migration is compared with is up to date', async () => {
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

test('the migrations can be undone and done again', async () => {
  await database.migrate()
  await database.orm.migrator.down({ to: 0 })
  const left = await database.orm.em
    .fork()
    .execute("select 1 from pg_tables where schemaname = 'public' and tablename = 'users'")
  expect(left).toEqual([])
  await database.orm.migrator.up()
  expect(await database.orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('')
})

test.runIf(testEngine() === 'postgresql')('several processes may migrate at once', async () => {
  const fresh = await emptyDatabase()
  const { url } = fresh
  if (url === undefined) throw new Error('a PostgreSQL test database has an address')
  const others = await Promise.all(
    [1, 2, 3].map(() => openDatabase({ url, dataDir: 'memory:', poolSize: 1 })),
  )
  await Promise.all([fresh, ...others].map((each) => each.migrate()))
  expect(await Promise.all(others.map((each) => each.condition()))).toEqual(['ready', 'ready', 'ready'])
  await Promise.all([fresh, ...others].map((each) => each.close()))
})

test('a closed database is not ready', async () => {
  const other = await emptyDatabase()
  await other.migrate()
  await other.close()
  expect(await other.condition()).toBe('away')
})
