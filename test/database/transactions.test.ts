import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Project } from '../../entities/index.ts'
import { runInTransaction } from '../../src/audit/transaction.ts'
import { type Database, toKysely } from '../../src/database/database.ts'
import { deferStatement } from '../../src/database/fast-path/pipelined-lease.ts'
import { openTestDatabase } from '../support/db.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('the typed Kysely of a transaction sees its rows, and rolls back with it', async () => {
  const readNames = () => toKysely(database.orm.em.fork()).selectFrom('projects').select('name').execute()
  const failed = database.orm.em.fork().transactional(async (em) => {
    em.create(Project, { name: 'Draft' })
    await em.flush()
    await toKysely(em).updateTable('projects').set({ name: 'Seen' }).execute()
    expect(await toKysely(em).selectFrom('projects').select('name').execute()).toEqual([{ name: 'Seen' }])
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await readNames()).toEqual([])
})

const origin = { actor: null, requestId: null, address: null, now: new Date() }
const findByName = (name: string) =>
  toKysely(database.orm.em.fork()).selectFrom('projects').select('name').where('name', '=', name).execute()

test('a failed last statement rolls its transaction back', async () => {
  const failed = runInTransaction(database, origin, async (em) => {
    em.create(Project, { name: 'Not to stay' })
    await em.flush()
    const impossible = sql`insert into projects (name, metadata) values (null, '{}')`.compile(toKysely(em))
    await toKysely(em).executeQuery(deferStatement(impossible))
  })
  await expect(failed).rejects.toMatchObject({ code: '23502' })
  expect(await findByName('Not to stay')).toEqual([])
})

test('statements that are sent together are each answered, and a failed one rolls all of them back', async () => {
  const rows = await runInTransaction(database, origin, (em) =>
    Promise.all([
      em.count(Project),
      em.findOne(Project, { name: 'Nobody' }),
      em.count(Project, { name: 'x' }),
    ]),
  )
  expect(rows).toEqual([expect.any(Number), null, 0])
  const failed = runInTransaction(database, origin, async (em) => {
    em.create(Project, { name: 'Never' })
    await em.flush()
    await Promise.all([em.count(Project), toKysely(em).executeQuery(sql`select 1 / 0`.compile(toKysely(em)))])
  })
  await expect(failed).rejects.toMatchObject({ code: '22012' })
  expect(await findByName('Never')).toEqual([])
})

test('new entities have their defaults before they are stored', () => {
  const project = database.orm.em.fork().create(Project, { name: 'New' })
  expect(project).toMatchObject({ lockVersion: 1, visibility: 'hidden', metadata: {} })
  expect(project.createdAt).toBeInstanceOf(Date)
})

test('a row has times as text, JSON documents as objects and counts as numbers', async () => {
  const db = toKysely(database.orm.em.fork())
  await db
    .insertInto('projects')
    .values({ name: 'One', metadata: { 'POC Name': 'Ann' } })
    .execute()
  const row = await db
    .selectFrom('projects')
    .select(['metadata', 'created_at', (eb) => eb.fn.countAll().over().as('total')])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({
    metadata: { 'POC Name': 'Ann' },
    created_at: expect.stringMatching(/^\d{4}-.*\+\d\d$/),
    total: 1,
  })
})
