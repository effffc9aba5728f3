import { describe, expect, it } from 'vitest'
import { AccessToken, toDay, isActiveToken } from '../../entities/access-token.ts'
import { Session, findSessionEnd, SESSION_END_REASONS } from '../../entities/session.ts'
import { isTokenActive } from '../../src/auth/active-token.ts'
import { isSessionActive } from '../../src/auth/sessions/active-session.ts'
import { unique } from '../support/factories.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const NOW = new Date('2026-05-01T12:00:00.000Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR

function pickRandom<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)] as T
}

/** A random time around now, often exactly at a limit. */
const readCredentials = (unit: number) =>
  new Date(NOW.getTime() + pickRandom([-2, -1, -1, 0, 1, 2]) * unit + pickRandom([-1, 0, 1]))

describe('the check that a session is active', () => {
  it('gives the same result in the entity and in SQL', async () => {
    const user = await world.createUser()
    const records = await world.stored((em) =>
      Array.from({ length: 300 }, () => {
        const endReason = Math.random() < 0.2 ? pickRandom(SESSION_END_REASONS) : null
        return em.create(Session, {
          digest: unique('digest'),
          userId: user.id,
          authMethod: pickRandom(['local', 'local', 'oidc', null]),
          remember: Math.random() < 0.3,
          lastSeenAt: readCredentials(HOUR),
          absoluteExpiresAt: readCredentials(HOUR),
          endReason,
          endedAt: endReason && NOW,
        })
      }),
    )
    const rows = await world.database.queries
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user.id)
      .where(isSessionActive('sessions', NOW, HOUR))
      .execute()
    const living = records
      .filter((session) => findSessionEnd(session, NOW, HOUR) === null)
      .map(({ id }) => id)
    expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(living)
    expect(living.length).toBeGreaterThan(0)
    expect(living.length).toBeLessThan(records.length)
  })
})

describe('the check that an access token is active', () => {
  it('gives the same result in the entity and in SQL', async () => {
    const user = await world.createUser()
    const records = await world.stored((em) =>
      Array.from({ length: 100 }, () =>
        em.create(AccessToken, {
          userId: user.id,
          name: unique('token'),
          tokenPrefix: 'test',
          tokenDigest: unique('digest'),
          scopes: ['read'],
          expiresAt: pickRandom([null, toDay(readCredentials(DAY))]),
          revokedAt: pickRandom([null, null, NOW]),
        }),
      ),
    )
    const today = toDay(NOW)
    const rows = await world.database.queries
      .selectFrom('access_tokens as t')
      .select('t.id')
      .where('t.user_id', '=', user.id)
      .where(isTokenActive('t', today))
      .execute()
    const living = records.filter((token) => isActiveToken(token, today)).map(({ id }) => id)
    expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(living)
    expect(living.length).toBeGreaterThan(0)
    expect(living.length).toBeLessThan(records.length)
  })
})
