import { describe, expect, it } from 'vitest'
import { appRouter } from '../../routers/index.ts'
import { createLocalUser, readCookie, PASSWORD, clientWithSession } from '../support/accounts.ts'
import { rest } from '../support/rest.ts'
import { createOwnWorld, createWorldUnder } from '../support/world.ts'

const world = createWorldUnder({
  LDAP_URL: 'ldap://directory.internal',
  LDAP_BASE_DN: 'dc=x',
  LDAP_TITLE: 'Staff',
  TERM_SRG_PLURAL: 'Controls',
})
const getNoon = () => new Date('2030-01-01T12:00:00Z')
const limited = createOwnWorld({ RATE_LIMIT_ENABLED: 'true', CONSENT_ENABLED: 'true' }, appRouter, getNoon)
const agreed = createWorldUnder({ CONSENT_ENABLED: 'true', CONSENT_TTL: '1h' })

describe('settings', () => {
  it('A-73: give the sign-in page what it needs and no secret', async () => {
    const { status, body, text } = await (await world.rest()).get('/api/settings')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      local_login: { enabled: true },
      ldap: { enabled: true, title: 'Staff' },
      oidc: { enabled: false },
      smtp: { enabled: false },
      password: { min_length: 15 },
      terms: { stig: { singular: 'Rule' }, srg: { plural: 'Controls', label: 'Req' } },
      lockout: { enabled: true, maximum_attempts: 3 },
      providers: [{ name: 'ldap', title: 'Staff', kind: 'ldap', start_path: '/users/auth/ldap' }],
    })
    expect(text).not.toContain('directory.internal')
  })
})

describe('the navigation', () => {
  it('A-18, A-73: shows locked accounts to system administrators only', async () => {
    const locked = await world.createUser({ lockedAt: new Date(), lockReason: 'admin' })
    const lockByFailures = (minutes: number) =>
      world.createUser({
        lockedAt: new Date(Date.now() - minutes * 60_000),
        lockReason: 'failed_attempts',
      })
    const [recent, expired] = [await lockByFailures(14), await lockByFailures(16)]
    const admin = await (await world.rest(await world.createSystemAdmin())).get('/api/navigation')
    expect(admin.body.locked_users).toContainEqual({ id: locked.id, name: locked.name, email: locked.email })
    const ids = admin.body.locked_users.map(({ id }: { id: number }) => id)
    expect([ids.includes(recent.id), ids.includes(expired.id)]).toEqual([true, false])
    const user = await (await world.rest(await world.createUser())).get('/api/navigation')
    expect(user.body.locked_users).toEqual([])
    expect(user.body.nav_links).toHaveLength(5)
  })
})

describe('the version', () => {
  it('A-73: consists of name and version', async () => {
    const { body } = await (await world.rest()).get('/api/version')
    expect(body).toEqual({ name: 'rulewright', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  })

  it('A-73: includes the environment of the service for system administrators only', async () => {
    const admin = await world.createSystemAdmin()
    const runtime = {
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      database: expect.stringMatching(/PostgreSQL \d+/),
      workers: 1,
      started_at: expect.stringMatching(/ UTC$/),
    }
    for (const client of [await world.rest(admin), await world.restWithToken(admin, ['read'])]) {
      const { body, headers } = await client.get('/api/version')
      expect([body.runtime, headers.get('cache-control')]).toEqual([runtime, 'no-store'])
    }
    const others = [
      await world.rest(await world.createUser()),
      await world.restWithToken(admin, ['write']),
      rest(world.app, { authorization: 'Token service_nothing' }),
      rest(world.app, { cookie: '_service_session=made-up' }),
    ]
    for (const client of others) {
      const { status, body } = await client.get('/api/version')
      expect([status, Object.keys(body)]).toEqual([200, ['name', 'version']])
    }
  })
})

describe('consent', () => {
  it('A-36: is stored before the sign-in, and requested again when it is too old', async () => {
    const anonymous = await agreed.rest()
    expect((await anonymous.get('/api/settings')).body.consent.required).toBe(true)
    const { status, headers, text } = await anonymous.post('/consent/acknowledge')
    expect([status, text, headers.get('content-type')]).toEqual([200, '', null])
    const browser = clientWithSession(agreed, headers)
    expect((await browser.get('/api/settings')).body.consent.required).toBe(false)
    expect((await browser.get('/users/edit')).status).toBe(401)
    const user = await createLocalUser(agreed)
    const signedIn = await browser.post('/api/auth/login', { email: user.email, password: PASSWORD })
    expect(readCookie(signedIn.headers, '_service_session')).not.toBe(readCookie(headers, '_service_session'))
    const after = clientWithSession(agreed, signedIn.headers)
    expect((await after.get('/api/settings')).body.consent.required).toBe(false)
    await agreed.database.queries
      .updateTable('sessions')
      .set({ consent_at: new Date(Date.now() - 3_600_001) })
      .where('user_id', '=', user.id)
      .execute()
    expect((await after.get('/api/settings')).body.consent.required).toBe(true)
    expect((await after.post('/consent/acknowledge')).headers.getSetCookie()).toEqual([])
    expect((await after.get('/api/settings')).body.consent.required).toBe(false)
  })

  it('is requested again in a new session, and when the terms change', async () => {
    const anonymous = await agreed.rest()
    const { headers } = await anonymous.post('/consent/acknowledge')
    const browser = clientWithSession(agreed, headers)
    const isConsentRequired = async (client = browser) =>
      (await client.get('/api/settings')).body.consent.required
    const name = agreed.services.env.service.sessionCookie
    const createClaims = (version: number, time: number) =>
      rest(agreed.app, { cookie: `${name}=consent.${version}.${time}.x` })
    expect(await isConsentRequired(createClaims(1, Date.now() - 1000))).toBe(false)
    for (const [version, acceptedAt] of [
      [7, Date.now()],
      [1, Date.now() + 60_000],
      [1, Date.now() - 13 * 3_600_000],
      [1, 1e15 - 1],
    ] as const) {
      expect(await isConsentRequired(createClaims(version, acceptedAt))).toBe(true)
    }
    expect(await isConsentRequired()).toBe(false)
    expect(await isConsentRequired(anonymous)).toBe(true)
    const user = await createLocalUser(agreed)
    const input = { email: user.email, password: PASSWORD }
    const signedIn = clientWithSession(agreed, (await browser.post('/api/auth/login', input)).headers)
    expect(await isConsentRequired(signedIn)).toBe(false)
    await signedIn.delete('/api/auth/logout')
    expect(await isConsentRequired(signedIn)).toBe(true)
  })

  it('creates no session for a browser that never signed in, however often it is given', async () => {
    const anonymous = await limited.rest()
    const statuses = []
    for (let time = 0; time < 61; time += 1) {
      statuses.push((await anonymous.post('/consent/acknowledge')).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429])
    const rows = await limited.database.queries.selectFrom('sessions').select('id').execute()
    expect(rows).toEqual([])
  })
})
