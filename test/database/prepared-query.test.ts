import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import type { CompiledQuery, QueryResult } from 'kysely'
import { expect, it } from 'vitest'
import type { Db, Queries } from '../../src/database/database.ts'
import { preparedQuery, preparedQueryByShape } from '../../src/database/prepared-query.ts'

/** A database that returns no rows and records its queries. */
function createListening(): { db: Queries; queries: { sql: string; parameters: readonly unknown[] }[] } {
  const queries: { sql: string; parameters: readonly unknown[] }[] = []
  class RecordingDriver extends DummyDriver {
    override async acquireConnection() {
      const connection = await super.acquireConnection()
      const executeQuery = <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        queries.push({ sql: query.sql, parameters: query.parameters })
        return Promise.resolve({ rows: [] })
      }
      return Object.assign(connection, { executeQuery })
    }
  }
  const db = new Kysely<Db>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new RecordingDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return { db, queries }
}

it('a text is built once, and every run inserts its own values at any position', async () => {
  const { db, queries } = createListening()
  let built = 0
  const between = preparedQuery((_, low: number, high: number) => {
    built += 1
    return sql<object>`select ${high}, ${low}, ${high}`
  })
  await between(db, 1, 2)
  await between(db, 3, 4)
  expect(built).toBe(1)
  expect(queries).toEqual([
    { sql: 'select $1, $2, $3', parameters: [2, 1, 2] },
    { sql: 'select $1, $2, $3', parameters: [4, 3, 4] },
  ])
})

it('each shape of a query has its own text and its own values', async () => {
  const { db, queries } = createListening()
  const users = preparedQueryByShape((within, shape: { named: boolean; most: number }, id: number) => {
    const query = within.selectFrom('users').select('id').where('id', '=', id).limit(shape.most)
    return shape.named ? query.select('name') : query
  })
  await users(db, { named: true, most: 5 }, 1)
  await users(db, { named: false, most: 5 }, 2)
  await users(db, { named: true, most: 6 }, 3)
  await users(db, { named: true, most: 5 }, 4)
  const text = 'select "id", "name" from "users" where "id" = $1 limit $2'
  expect(queries).toEqual([
    { sql: text, parameters: [1, 5] },
    { sql: 'select "id" from "users" where "id" = $1 limit $2', parameters: [2, 5] },
    { sql: text, parameters: [3, 6] },
    { sql: text, parameters: [4, 5] },
  ])
})
