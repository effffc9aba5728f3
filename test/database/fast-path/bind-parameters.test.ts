import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { Project, User } from '../../../entities/index.ts'
import { toKysely, type Database } from '../../../src/database/database.ts'
import { createColumnLookup, createStatementBinder } from '../../../src/database/fast-path/bind-parameters.ts'
import { openTestDatabase } from '../../support/db.ts'
import { withFastPath } from '../../support/fast-path.ts'
import { recordStatements } from '../../support/statements.ts'

withFastPath()

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const bind = createStatementBinder(
  (table) => (table === 'users' ? ['id', 'name'] : undefined),
  () => 'a moment',
)

describe('a statement of the ORM', () => {
  it('passes its values as parameters', () => {
    const parameters = ["it's", 7, true, null, new Date(0), ['one']]
    expect(
      bind('update "t" set "a" = ?, "b" = ?, "c" = ?, "d" = ?, "e" = ? where "f" in (?)', parameters),
    ).toMatchObject({
      sql: 'update "t" set "a" = $1, "b" = $2, "c" = $3, "d" = $4, "e" = $5 where "f" in ($6)',
      parameters: ["it's", 7, true, null, 'a moment', 'one'],
    })
  })

  it('names its columns, because a column may be added while the server caches its plan', () => {
    expect(bind('select "u0".* from "users" as "u0" where "u0"."id" = ?', [1])?.sql).toBe(
      'select "u0"."id", "u0"."name" from "users" as "u0" where "u0"."id" = $1',
    )
  })

  it('keeps an operator that is not a value', () => {
    expect(bind(String.raw`select 1 from t where a \? 'b' and c = ?`, [1])?.sql).toBe(
      "select 1 from t where a ? 'b' and c = $1",
    )
  })

  it.each([
    ['without values', 'select 1', []],
    ['with a fraction', 'select 1 where ? < a', [1.5]],
    ['with a number beyond an integer', 'select 1 where a = ?', [2 ** 31]],
    ['with an object', 'select 1 where a = ?', [{ a: 1 }]],
    ['with a list', 'select 1 where a in (?)', [[1, 2]]],
    ['with what is undefined', 'select 1 where a = ?', [undefined]],
    ['with a name', 'select ?? from t where a = ?', ['b', 1]],
    [
      'about any number of records',
      'select 1 where a in (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      [1, 2, 3, 4, 5, 6, 7, 8, 9],
    ],
    [
      'with an answer for each of many records',
      `update "t" set "a" = case ${'when ("id" = ?) then ? '.repeat(13)}else "a" end`,
      Array.from({ length: 26 }, (_, index) => index),
    ],
    ['of all columns of no known table', 'select "a".* from "b" as "a" where "a"."id" = ?', [1]],
  ])('%s is unchanged', (_, text, values) => {
    expect(bind(text, values)).toBeNull()
  })
})

test('the cached columns of an entity are those of its table', async () => {
  const columns = createColumnLookup(database.orm.getMetadata().getAll().values())
  const { rows } = await sql<{ table: string; columns: string[] }>`select table_name as "table",
    array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by 1`.execute(database.queries)
  const known = rows.flatMap(({ table, columns: columnNames }) => {
    const names = columns(table)
    return names === undefined
      ? []
      : [{ table, unknown: names.filter((name) => !columnNames.includes(name)) }]
  })
  expect(known.length).toBeGreaterThan(20)
  expect(known.filter(({ unknown }) => unknown.length > 0)).toEqual([])
})

test('records are inserted, selected and updated with the same texts for all values', async () => {
  const name = `\\ ' " $1 ? ?? ${'é'.repeat(300)}`
  const recordTexts = async (called: string) => {
    const { result, statements } = await recordStatements(() =>
      database.orm.em.fork().transactional(async (em) => {
        const project = em.create(Project, {
          name: called,
          metadata: { said: called },
          // Without this, the change could fall into the same millisecond and leave the time unchanged.
          updatedAt: new Date(0),
        })
        await em.flush()
        project.description = called
        await em.flush()
        return project.id
      }),
    )
    const read = await recordStatements(() => database.orm.em.fork().findOneOrFail(Project, result))
    expect(read.result).toMatchObject({
      name: called,
      description: called,
      metadata: { said: called },
    })
    expect(read.result.createdAt).toBeInstanceOf(Date)
    return [...statements, ...read.statements]
  }
  const first = await recordTexts(name)
  expect(await recordTexts('Plain')).toEqual(first)
  expect(first.join()).not.toContain('é')
})

test('a record is read correctly after its table gets a new column', async () => {
  const id = await database.orm.em.fork().transactional(async (em) => {
    const user = em.create(User, { name: 'Nell', email: 'nell@example.org' })
    await em.flush()
    return user.id
  })
  const name = async () => (await database.orm.em.fork().findOneOrFail(User, id)).name
  expect(await name()).toBe('Nell')
  await sql`alter table users add column later text default 'x'`.execute(toKysely(database.orm.em.fork()))
  expect(await name()).toBe('Nell')
})
