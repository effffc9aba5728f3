import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, toKysely } from '../src/database/database.ts'
import { toWireTime, wireTimeSql } from '../src/procedures/schemas/times.ts'
import { openTestDatabase } from './support/db.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test.each([
  ['2026-11-21 11:46:40.999999+00', '2026-11-21 11:46:40 UTC'],
  ['2026-11-21 11:46:40+00', '2026-11-21 11:46:40 UTC'],
  ['2026-11-21 01:00:00.5+05:30', '2026-11-20 19:30:00 UTC'],
  ['2026-11-21 01:00:00-03', '2026-11-21 04:00:00 UTC'],
  ['2026-11-21T11:46:40.123456Z', '2026-11-21 11:46:40 UTC'],
  ['2026-11-21T11:46:40.999999+00:00', '2026-11-21 11:46:40 UTC'],
  ['2026-11-21T11:46:40+00:00', '2026-11-21 11:46:40 UTC'],
  ['2026-11-21T01:00:00.5+05:30', '2026-11-20 19:30:00 UTC'],
])('%s is sent as %s', (text, wire) => {
  expect(toWireTime(text)).toBe(wire)
})

test('a Date is sent in the same form and null stays null', () => {
  expect(toWireTime(new Date('2026-11-21T11:46:40.999Z'))).toBe('2026-11-21 11:46:40 UTC')
  expect(toWireTime(null)).toBeNull()
})

test('a text that is not a time is rejected', () => {
  expect(() => toWireTime('yesterday')).toThrow(RangeError)
})

test('the database uses the same form as the program', async () => {
  const db = toKysely(database.orm.em.fork())
  await db
    .insertInto('rate_limit_counters')
    .values({ key: 'a', window_start: '2026-11-21T23:59:59.999999+02:00' })
    .execute()
  const row = await db
    .selectFrom('rate_limit_counters')
    .select([
      'window_start',
      wireTimeSql('rate_limit_counters.window_start').as('wire'),
      sql<number>`count(*) over ()`.as('n'),
    ])
    .executeTakeFirstOrThrow()
  expect(row.wire).toBe('2026-11-21 21:59:59 UTC')
  expect(toWireTime(row.window_start)).toBe(row.wire)
  expect(row.n).toBe(1)
})
