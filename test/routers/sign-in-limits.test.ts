import { describe, expect, it } from 'vitest'
import { appRouter } from '../../routers/index.ts'
import { aLocalUser, login } from '../support/accounts.ts'
import { unique } from '../support/factories.ts'
import { aWorld } from '../support/world.ts'

/** The windows are fixed ones: no test may run across the end of one. */
const noon = () => new Date('2030-01-01T12:00:00Z')
const strict = aWorld({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_LOGIN: '4/1h' }, appRouter, noon)
const open = aWorld({ LOCAL_LOGIN_ENABLED: 'false' })
const lenient = aWorld({ RATE_LIMIT_ENABLED: 'true', LOCKOUT_ENABLED: 'false' }, appRouter, noon)

describe('sign-in limits', () => {
  it('count failures only, by address, and answer a lock before the throttle', async () => {
    const user = await aLocalUser(strict)
    for (let time = 0; time < 6; time += 1) expect((await login(strict, user.email)).status).toBe(200)
    const victim = await aLocalUser(strict)
    const statuses = []
    for (let time = 0; time < 4; time += 1) statuses.push((await login(strict, victim.email, 'wrong')).status)
    expect(statuses).toEqual([401, 401, 423, 423])
    expect((await login(strict, user.email, 'wrong')).status).toBe(401)
    const { status, body, headers } = await login(strict, user.email)
    expect(status).toBe(429)
    expect(body).toMatchObject({ reason: 'rate_limited', toast: { variant: 'danger' } })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(headers.get('ratelimit-limit')).toBe('4')
    expect((await login(strict, victim.email)).status).toBe(423)
  })

  it('count by account too', async () => {
    const email = `${unique('nobody')}@example.org`
    const statuses = []
    for (let time = 0; time < 11; time += 1) statuses.push((await login(lenient, email)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  })
})

describe('with password sign-in switched off', () => {
  it('trap 2: refuses the right password', async () => {
    const user = await aLocalUser(open)
    const { status, body } = await login(open, user.email)
    expect([status, body.reason]).toEqual([403, 'local_login_disabled'])
  })
})
