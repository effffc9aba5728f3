import { describe, expect, it } from 'vitest'
import {
  createLocalUser,
  readAudit,
  readCookie,
  login,
  readMails,
  PASSWORD,
  clientWithSession,
} from '../support/accounts.ts'
import { unique } from '../support/factories.ts'
import { rest } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const failed = { reason: 'invalid_credentials', type: '/docs/api/errors#invalid_credentials', status: 401 }
const readSession = (id: number) =>
  world.database.queries.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('signing in', () => {
  it('returns the identity and sets the cookie', async () => {
    const user = await createLocalUser(world)
    const { status, body, headers } = await login(world, ` ${user.email.toUpperCase()} `)
    expect(status).toBe(200)
    expect(body).toEqual({ id: user.id, name: user.name, email: user.email, admin: false, provider: null })
    expect(headers.get('set-cookie')).toMatch(/^_service_session=[^;]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect((await clientWithSession(world, headers).get('/api/auth/me')).status).toBe(200)
    expect(await readAudit(world, user.id, 'sign_in')).toHaveLength(1)
    expect(await readSession(user.id)).toMatchObject({ sign_in_count: 1, failed_attempts: 0 })
  })

  it('notifies the owner by mail of the first sign-in with another client', async () => {
    const user = await createLocalUser(world)
    const anonymous = await world.rest()
    const credentials = { email: user.email, password: PASSWORD }
    const signIn = (client: string) =>
      anonymous.post('/api/auth/login', credentials, { 'user-agent': client })
    for (const client of ['Browser/1', 'Browser/1', 'Script/2', 'Script/2']) await signIn(client)
    const mails = await readMails(world, user.email)
    expect(mails.map((mail) => mail['subject'])).toEqual(['New sign-in'])
    expect(mails[0]?.['text']).toContain('Script/2')
  })

  it('A-20, A-22: returns the same error for unknown addresses and for wrong and missing values', async () => {
    const user = await createLocalUser(world)
    const answers = [
      await login(world, user.email, 'wrong'),
      await login(world, `${unique('nobody')}@example.org`),
      await (await world.rest()).post('/api/auth/login', { email: user.email }),
      await (await world.rest()).post('/api/auth/login', {}),
      await (await world.rest()).post('/api/auth/login', { email: ' ', password: ' ' }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect(body).toMatchObject(failed)
      expect(body).toEqual(answers[0]?.body)
    }
  })

  it('does not count a missing or blank value as a failure', async () => {
    const user = await createLocalUser(world)
    const anonymous = await world.rest()
    const absent = [
      { email: user.email },
      { email: user.email, password: '' },
      { email: user.email, password: null },
      { email: '', password: 'x' },
      { email: null, password: 'x' },
      {},
    ]
    for (const body of [...absent, ...absent]) {
      const answer = await anonymous.post('/api/auth/login', body)
      expect([answer.status, answer.body.reason]).toEqual([401, 'invalid_credentials'])
    }
    expect((await login(world, user.email)).status).toBe(200)
  })

  it.each([
    [{ email: 5, password: 'x' }],
    [{ email: ['a@b'], password: 'x' }],
    [{ email: 'a@b', password: { a: 1 } }],
    [{ email: 'a\0@b', password: 'x' }],
    [{ email: 'a@b', password: '\ud800' }],
    [{ email: `${'a'.repeat(256)}@b`, password: 'x' }],
  ])('A-20: rejects unusable values %j', async (body) => {
    expect((await (await world.rest()).post('/api/auth/login', body)).status).toBe(422)
  })

  it('creates a new session id every time and ends the previous session', async () => {
    const user = await createLocalUser(world)
    const first = await login(world, user.email)
    const again = await clientWithSession(world, first.headers).post('/api/auth/login', {
      email: user.email,
      password: PASSWORD,
    })
    const name = '_service_session'
    expect(readCookie(again.headers, name)).not.toBe(readCookie(first.headers, name))
    const { status, body } = await clientWithSession(world, first.headers).get('/api/auth/me')
    expect([status, body.reason]).toEqual([401, 'session_superseded'])
    expect((await clientWithSession(world, again.headers).get('/api/auth/me')).status).toBe(200)
  })

  it('A-32: remembers people who request it, until they sign out', async () => {
    const user = await createLocalUser(world)
    const { headers } = await login(world, user.email, PASSWORD, { remember_me: true })
    const remembered = readCookie(headers, 'remember_user_token')
    const client = rest(world.app, { cookie: `remember_user_token=${remembered}` })
    expect((await client.get('/api/auth/me')).body.id).toBe(user.id)
    const other = await login(world, user.email)
    expect((await clientWithSession(world, other.headers).delete('/api/auth/logout')).status).toBe(200)
    expect((await client.get('/api/auth/me')).status).toBe(401)
    expect((await clientWithSession(world, headers).get('/api/auth/me')).status).toBe(200)
  })
})

describe('signing out', () => {
  it('ends the session and clears the cookie', async () => {
    const user = await createLocalUser(world)
    const { headers } = await login(world, user.email)
    const client = clientWithSession(world, headers)
    const { status, body, headers: after } = await client.delete('/api/auth/logout')
    expect(status).toBe(200)
    expect(typeof body.message).toBe('string')
    expect(after.get('set-cookie')).toContain('_service_session=; Max-Age=0')
    expect((await client.get('/api/auth/me')).body.reason).toBe('not_authenticated')
  })

  it('does not revoke a token', async () => {
    const client = await world.restWithToken(await world.createUser())
    expect((await client.delete('/api/auth/logout')).status).toBe(200)
    expect((await client.get('/users/edit')).status).toBe(200)
  })

  it('requires a credential', async () => {
    expect((await (await world.rest()).delete('/api/auth/logout')).status).toBe(401)
  })
})

describe('the lock after wrong passwords', () => {
  it('A-21: is reported by the third failure itself, and also for the correct password', async () => {
    const user = await createLocalUser(world)
    const statuses = []
    for (let attempt = 0; attempt < 3; attempt += 1) {
      statuses.push((await login(world, user.email, 'wrong')).status)
    }
    expect(statuses).toEqual([401, 401, 423])
    const { status, body, headers } = await login(world, user.email)
    expect(status).toBe(423)
    expect(body).toMatchObject({ type: '/docs/api/errors#account_locked', reason: 'account_locked' })
    expect(headers.get('retry-after')).toBe('900')
    expect(await readSession(user.id)).toMatchObject({ failed_attempts: 4, lock_reason: 'failed_attempts' })
    expect(await readAudit(world, user.id, 'locked')).toHaveLength(1)
    expect(await readMails(world, user.email)).toHaveLength(1)
  })

  it('A-22: applies to unknown addresses as well', async () => {
    const email = `${unique('nobody')}@example.org`
    const statuses = []
    for (let attempt = 0; attempt < 4; attempt += 1) statuses.push((await login(world, email)).status)
    expect(statuses).toEqual([401, 401, 423, 423])
  })

  it('counts every one of many parallel failures and is set once', async () => {
    const user = await createLocalUser(world)
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => login(world, user.email, 'wrong password')),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(401), count(423)]).toEqual([2, 98])
    expect(await readSession(user.id)).toMatchObject({ failed_attempts: 100 })
    expect(await readAudit(world, user.id, 'locked')).toHaveLength(1)
  })

  it('A-23: does not end active sessions', async () => {
    const user = await createLocalUser(world)
    const { headers } = await login(world, user.email)
    for (let attempt = 0; attempt < 3; attempt += 1) await login(world, user.email, 'wrong')
    expect((await clientWithSession(world, headers).get('/api/auth/me')).status).toBe(200)
  })
})
