import { expect, test } from 'vitest'
import { DomainEvent } from '../../entities/domain-event.ts'
import { IdempotencyKey } from '../../entities/idempotency-key.ts'
import { Session } from '../../entities/session.ts'
import { startBackground } from '../../src/app/background/loops.ts'
import {
  sweepDomainEvents,
  sweepIdempotencyKeys,
  sweepRateCounters,
} from '../../src/app/background/sweeps.ts'
import { sweepAnonymousSessions } from '../../src/auth/maintenance.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const HOUR = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR)
const createSignal = () => new AbortController().signal

test('A-68: rate windows are deleted once the longest one has ended', async () => {
  const reader = world.database.queries
  const counters = [
    { key: 'sweep:old', window_start: hoursAgo(1.1).toISOString(), count: 3 },
    { key: 'sweep:new', window_start: hoursAgo(0.9).toISOString(), count: 3 },
  ]
  await reader.insertInto('rate_limit_counters').values(counters).execute()
  await sweepRateCounters(world.services, createSignal())
  const remaining = await reader
    .selectFrom('rate_limit_counters')
    .select('key')
    .where('key', 'like', 'sweep:%')
    .execute()
  expect(remaining).toEqual([{ key: 'sweep:new' }])
})

test('E-19: expired anonymous sessions are deleted, and sessions of users keep their rows', async () => {
  const user = await world.createUser()
  await world.stored((em) => {
    for (const userId of [user.id, null]) {
      for (const absoluteExpiresAt of [hoursAgo(0.1), hoursAgo(-0.1)]) {
        const digest = crypto.randomUUID()
        em.create(Session, { digest, userId, absoluteExpiresAt, lastSeenAt: hoursAgo(1), userAgent: 'sweep' })
      }
    }
  })
  await sweepAnonymousSessions(world.services, createSignal())
  const remainingSessions = await world.database.queries
    .selectFrom('sessions')
    .select('user_id')
    .where('user_agent', '=', 'sweep')
    .orderBy('user_id')
    .execute()
  expect(remainingSessions.map(({ user_id }) => user_id)).toEqual([user.id, user.id, null])
})

test('stored answers are deleted after 24 hours', async () => {
  const user = await world.createUser()
  await world.stored((em) => {
    for (const [path, hours] of [
      ['/old', 24.1],
      ['/new', 23.9],
    ] as const) {
      const request = { userId: user.id, method: 'POST', path, keyDigest: path, requestDigest: path }
      const answer = { status: 200, headers: {}, body: '{}', reference: {} }
      em.create(IdempotencyKey, { ...request, ...answer, createdAt: hoursAgo(hours) })
    }
  })
  await sweepIdempotencyKeys(world.services, createSignal())
  const reader = world.database.queries
  const remaining = await reader
    .selectFrom('idempotency_keys')
    .select('path')
    .where('user_id', '=', user.id)
    .execute()
  expect(remaining).toEqual([{ path: '/new' }])
})

test('R-51: events are deleted after 7 days', async () => {
  await world.stored((em) => {
    em.create(DomainEvent, { kind: 'sweep.old', createdAt: hoursAgo(7 * 24 + 1) })
    em.create(DomainEvent, { kind: 'sweep.new', createdAt: hoursAgo(7 * 24 - 1) })
  })
  await sweepDomainEvents(world.services, createSignal())
  const reader = world.database.queries
  const remaining = await reader
    .selectFrom('domain_events')
    .select('kind')
    .where('kind', 'like', 'sweep.%')
    .execute()
  expect(remaining).toEqual([{ kind: 'sweep.new' }])
})

test('E-23: a failed run is logged and repeated, and the shutdown waits for the current run', async () => {
  const happened: string[] = []
  const third = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const stop = startBackground(world.services, [
    {
      name: 'flaky',
      everyMs: 1,
      run: async () => {
        happened.push('run')
        if (happened.length === 1) throw new Error('not this time')
        if (happened.length < 3) return
        third.resolve()
        await done.promise
        happened.push('done')
      },
    },
  ])
  await third.promise
  const stopped = stop().then(() => happened.push('stopped'))
  done.resolve()
  await stopped
  expect(happened).toEqual(['run', 'run', 'run', 'done', 'stopped'])
  expect(world.logged.filter((line) => line.includes('not this time'))).toHaveLength(1)
})

test('E-23: a task that keeps failing is logged once, and again when it succeeds', async () => {
  let runs = 0
  const succeeded = Promise.withResolvers<void>()
  const run = () => {
    runs += 1
    if (runs < 5) return Promise.reject(new Error('the database is away'))
    // The run after the success: by then the success is logged.
    if (runs === 6) succeeded.resolve()
    return Promise.resolve()
  }
  const stop = startBackground(world.services, [{ name: 'outage', everyMs: 1, run }])
  await succeeded.promise
  await stop()
  const lines = world.logged.map((line) => JSON.parse(line)).filter(({ task }) => task === 'outage')
  expect(lines.map(({ msg, failures }) => [msg, failures])).toEqual([
    ['background task failed', 1],
    ['background task succeeded again', 4],
  ])
})
