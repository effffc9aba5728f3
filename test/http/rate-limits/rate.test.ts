import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '../../../src/config/env.ts'
import { createRateStore, type RateStore } from '../../../src/http/rate-limits/counters.ts'
import { toCounterKey, createRateLimits } from '../../../src/http/rate-limits/rate-limits.ts'
import { openTestDatabase, type TestDatabase } from '../../support/db.ts'

let database: TestDatabase
let store: RateStore
const noon = new Date('2026-01-01T12:00:00Z')
const secondsLater = (seconds: number) => new Date(noon.getTime() + seconds * 1000)

beforeAll(async () => {
  database = await openTestDatabase()
  store = createRateStore(database.queries)
})
afterAll(() => database.close())

test('the first attempt over the limit is rejected and not counted', async () => {
  const counts = []
  for (let index = 0; index < 5; index += 1) counts.push(await store.take('a', 3, 60, secondsLater(index)))
  expect(counts.map(({ allowed, count }) => [allowed, count])).toEqual([
    [true, 1],
    [true, 2],
    [true, 3],
    [false, 3],
    [false, 3],
  ])
  expect(counts[4]?.resetAt).toEqual(secondsLater(60))
})

test('the next window begins at zero', async () => {
  await store.take('b', 1, 60, secondsLater(59))
  expect(await store.take('b', 1, 60, secondsLater(59))).toMatchObject({ allowed: false })
  expect(await store.take('b', 1, 60, secondsLater(60))).toMatchObject({ allowed: true, count: 1 })
})

test('keys are counted separately', async () => {
  await store.take('c', 1, 60, noon)
  expect(await store.take('d', 1, 60, noon)).toMatchObject({ allowed: true })
})

test('A-68: a refunded attempt is free again, and no counter falls below zero', async () => {
  const { windowStart } = await store.take('e', 1, 60, secondsLater(5))
  await store.refund('e', windowStart)
  await store.refund('e', windowStart)
  expect(await store.take('e', 1, 60, secondsLater(6))).toMatchObject({ allowed: true, count: 1 })
})

test('concurrent attempts never exceed the limit', async () => {
  const attempts = await Promise.all(Array.from({ length: 20 }, () => store.take('f', 7, 3600, noon)))
  expect(attempts.filter(({ allowed }) => allowed)).toHaveLength(7)
})

test('A-68: the windows use the limits of the settings and of the table', () => {
  const windows = createRateLimits(readEnv({ RATE_LIMIT_MAIL: '9/1d' }).rateLimits)
  expect(windows.mail_email).toEqual({ limit: 9, windowMs: 86_400_000, rateKey: 'email', counts: 'requests' })
  expect(windows.login_address).toEqual({
    limit: 20,
    windowMs: 60_000,
    rateKey: 'address',
    counts: 'failures',
  })
  expect(windows.login_account).toEqual({ limit: 10, windowMs: 60_000, rateKey: 'email', counts: 'failures' })
  expect(windows.comment_hour).toMatchObject({ limit: 1000, windowMs: 3_600_000, rateKey: 'account' })
  expect(windows.token).toMatchObject({ limit: 6000, rateKey: 'token' })
  expect(toCounterKey('upload', '7')).toBe('upload:7')
})
