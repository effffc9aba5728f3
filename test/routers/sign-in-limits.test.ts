import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { appRouter } from '../../routers/index.ts'
import { createLocalUser, readAudit, login } from '../support/accounts.ts'
import { unique } from '../support/factories.ts'
import { createOwnWorld, createWorldUnder } from '../support/world.ts'

/** A constant clock, because rate windows are fixed and a test must not cross the end of one. */
const getNoon = () => new Date('2030-01-01T12:00:00Z')
const strict = createOwnWorld({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_LOGIN: '4/1h' }, appRouter, getNoon)
const wide = createOwnWorld({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_LOGIN: '100/1h' }, appRouter, getNoon)
const crowded = createOwnWorld({}, appRouter, getNoon)
const few = createOwnWorld({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_SIGN_IN: '3/1h' }, appRouter, getNoon)
const open = createWorldUnder({ LOCAL_LOGIN_ENABLED: 'false' })
const shared = createOwnWorld(
  { RATE_LIMIT_ENABLED: 'true', LOCKOUT_ENABLED: 'false', RATE_LIMIT_LOGIN: '11/1h' },
  appRouter,
  getNoon,
)
const lenient = createOwnWorld({ RATE_LIMIT_ENABLED: 'true', LOCKOUT_ENABLED: 'false' }, appRouter, getNoon)

describe('sign-in limits', () => {
  it('A-68: count only failures, by address, before an account lock is reported', async () => {
    const user = await createLocalUser(strict)
    for (let time = 0; time < 6; time += 1) expect((await login(strict, user.email)).status).toBe(200)
    const victim = await createLocalUser(strict)
    const statuses = []
    for (let time = 0; time < 4; time += 1) statuses.push((await login(strict, victim.email, 'wrong')).status)
    expect(statuses).toEqual([401, 401, 423, 423])
    const { status, body, headers } = await login(strict, user.email)
    expect(status).toBe(429)
    expect(body).toMatchObject({ reason: 'rate_limited', toast: { variant: 'danger' } })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(headers.get('ratelimit-limit')).toBe('4')
    expect((await login(strict, victim.email)).status).toBe(429)
  })

  it('never hide the account lock behind the account’s own limit', async () => {
    const victim = await createLocalUser(wide)
    const statuses = []
    for (let time = 0; time < 14; time += 1) statuses.push((await login(wide, victim.email, 'wrong')).status)
    expect(statuses).toEqual([401, 401, ...Array.from({ length: 12 }, () => 423)])
  })

  it('record one audit entry a minute per client, with the number of attempts', async () => {
    const known = await createLocalUser(wide)
    for (const email of [known.email, `${unique('nobody')}@example.org`]) {
      for (let time = 0; time < 5; time += 1) await login(wide, email, 'wrong')
    }
    expect(await readAudit(wide, known.id, 'password_failed')).toMatchObject([{ occurrences: 5 }])
    const { rows } = await sql<{ occurrences: number }>`
      select occurrences from audit_entries where action = 'password_failed' and affected_user_id is null`.execute(
      wide.database.queries,
    )
    expect(rows).toEqual([{ occurrences: 5 }])
  })

  it('count every concurrent attempt in one entry', async () => {
    const known = await createLocalUser(crowded)
    const emails = [known.email, `${unique('nobody')}@example.org`]
    await Promise.all(
      emails.flatMap((email) => Array.from({ length: 8 }, () => login(crowded, email, 'wrong'))),
    )
    const { rows } = await sql<{ occurrences: number }>`
      select occurrences from audit_entries where action = 'password_failed'`.execute(
      crowded.database.queries,
    )
    expect(rows).toEqual([{ occurrences: 8 }, { occurrences: 8 }])
    const locked = await readAudit(crowded, known.id, 'locked')
    expect(locked).toHaveLength(1)
  })

  it('do not count a missing password, and record nothing', async () => {
    const victim = await createLocalUser(wide)
    for (let time = 0; time < 3; time += 1) await login(wide, victim.email, 'wrong')
    const before = await readAudit(wide, victim.id, 'password_failed')
    for (let time = 0; time < 5; time += 1) expect((await login(wide, victim.email, '')).status).toBe(423)
    expect(await readAudit(wide, victim.id, 'password_failed')).toEqual(before)
  })

  it('apply to correct passwords too', async () => {
    const user = await createLocalUser(few)
    const statuses = []
    for (let time = 0; time < 4; time += 1) statuses.push((await login(few, user.email)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  it('count by account too', async () => {
    const email = `${unique('nobody')}@example.org`
    const statuses = []
    for (let time = 0; time < 11; time += 1) statuses.push((await login(lenient, email)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  })

  it('A-68: do not count answers of 429 or 5xx against the address', async () => {
    const user = await createLocalUser(shared)
    const guessed = `${unique('nobody')}@example.org`
    for (let time = 0; time < 10; time += 1) await login(shared, guessed, 'wrong')
    for (let time = 0; time < 5; time += 1) expect((await login(shared, guessed, 'wrong')).status).toBe(429)
    const broken = `$argon2id$${'x'.repeat(20)}`
    const stored = shared.database.queries.updateTable('users').where('id', '=', user.id)
    await stored.set({ password_hash: broken }).execute()
    for (let time = 0; time < 5; time += 1) expect((await login(shared, user.email)).status).toBe(500)
    expect((await login(shared, `${unique('nobody')}@example.org`, 'wrong')).status).toBe(401)
    expect((await login(shared, `${unique('nobody')}@example.org`, 'wrong')).status).toBe(429)
  })
})

describe('sign-in with passwords switched off', () => {
  it('A-30: rejects the correct password', async () => {
    const user = await createLocalUser(open)
    const { status, body } = await login(open, user.email)
    expect([status, body.reason]).toEqual([403, 'local_login_disabled'])
  })
})
