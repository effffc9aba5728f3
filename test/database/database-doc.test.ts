import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { openTestDatabase } from '../support/db.ts'

const text = readFileSync(new URL('../../docs/database.md', import.meta.url), 'utf8')
/** The names in the first cell of each line of the tables of one chapter. */
const findNames = (chapter: string): string[] => {
  const [, lines = ''] = text.split(`\n## ${chapter}\n`)
  const [section = ''] = lines.split('\n## ')
  const cells = [...section.matchAll(/^\| (`[^|]+`) \|/gm)].map(([, cell = '']) => cell)
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)).toSorted()
}

let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('docs/database.md has a line for every table, and no extra line', async () => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(database.queries)
  expect(findNames('Tables')).toEqual(rows.map(({ name }) => name).toSorted())
})

test('docs/database.md names every trigger, and no extra trigger', async () => {
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger where not tgisinternal`.execute(database.queries)
  expect(findNames('Triggers')).toEqual(rows.map(({ name }) => name).toSorted())
})
