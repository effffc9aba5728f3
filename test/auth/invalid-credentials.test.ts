import { describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import { appRouter } from '../../routers/index.ts'
import { createPersonalAccessToken } from '../../src/lib/secrets.ts'
import { createLocalUser, login, readMails, clientWithSession } from '../support/accounts.ts'
import { rest, type Answer, type Rest } from '../support/rest.ts'
import { createOwnWorld, type World } from '../support/world.ts'

/** Repetitions within a minute share one entry, so every answer here gets its own minute. */
let minutes = 0
const clock = () => new Date(Date.now() + minutes * 60_000)
const world = createOwnWorld({ MAIL_DIR: '/nowhere' }, appRouter, clock)
const other = createOwnWorld()
const confirming = createOwnWorld({ EMAIL_CONFIRMATION_ENABLED: 'true', MAIL_DIR: '/nowhere' })
const NEW = 'Quiet-Heron-88 sings'
const readMe = (client: Rest) => client.get('/api/auth/me')

/** The audit entry of this request, found by its request id. */
async function findEntry(targetWorld: World, { headers }: Answer) {
  const rows = await targetWorld.database.queries
    .selectFrom('audit_entries')
    .selectAll()
    .where('request_id', '=', headers.get('x-request-id'))
    .where('action', '=', 'credential_refused')
    .execute()
  expect(rows.length).toBeLessThanOrEqual(1)
  return rows[0]
}

/** The status and reason of an answer, and the reason and user of its audit entry. */
async function readAudited(targetWorld: World, answer: Answer) {
  const entry = await findEntry(targetWorld, answer)
  minutes += 1
  return [answer.status, answer.body.reason, entry?.changes['reason'], entry?.affected_user_id]
}

const updateTable = (table: 'sessions' | 'access_tokens', user: User, set: object) =>
  world.database.queries.updateTable(table).set(set).where('user_id', '=', user.id).execute()
const updateUser = (user: User, set: object) =>
  world.database.queries.updateTable('users').set(set).where('id', '=', user.id).execute()
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)
const toEnded = (reason: string) => ({ ended_at: new Date(), end_reason: reason })

describe('a session', () => {
  it.each([
    ['past its idle time', { last_seen_at: secondsAgo(3601) }, 'session_timed_out'],
    ['past its absolute time', { absolute_expires_at: secondsAgo(1) }, 'session_timed_out'],
    ['ended by a newer sign-in', toEnded('superseded'), 'session_superseded'],
    ['signed out', toEnded('logout'), 'not_authenticated'],
    ['ended by a new password', toEnded('password_changed'), 'not_authenticated'],
    ['ended by an administrator', toEnded('admin'), 'not_authenticated'],
  ])('is answered with 401 and audited for its owner when %s', async (_, set, reason) => {
    const user = await world.createUser()
    const client = await world.rest(user)
    await updateTable('sessions', user, set)
    expect(await readAudited(world, await readMe(client))).toEqual([401, reason, reason, user.id])
  })

  it('is answered with 401 and audited when an administrator has locked its owner', async () => {
    const user = await world.createUser()
    const client = await world.rest(user)
    await updateUser(user, { locked_at: new Date(), lock_reason: 'admin' })
    const reason = 'not_authenticated'
    expect(await readAudited(world, await readMe(client))).toEqual([401, reason, reason, user.id])
  })

  it('is answered with 401 and audited for its owner when its cookie was altered, or belongs to another service', async () => {
    const user = await world.createUser()
    const cookie = await world.createCookie(user)
    const changed = cookie.slice(0, -1) + (cookie.endsWith('A') ? 'B' : 'A')
    const foreign = await other.createCookie(await other.createUser())
    for (const value of [changed, foreign]) {
      const answer = await readMe(rest(world.app, { cookie: value }))
      expect(await readAudited(world, answer)).toEqual([401, 'not_authenticated', 'unknown_session', null])
      expect((await readMe(rest(world.app, { cookie }))).status).toBe(200)
    }
  })

  it('is not audited when the browser has never signed in', async () => {
    const { headers } = await (await world.rest()).post('/consent/acknowledge')
    const answer = await readMe(clientWithSession(world, headers))
    expect(await readAudited(world, answer)).toEqual([401, 'not_authenticated', undefined, undefined])
  })
})

describe('an invalid token is audited', () => {
  it.each([
    ['expired', { expires_at: '2020-01-01' }, 401, 'invalid_token'],
    ['revoked', { revoked_at: new Date() }, 401, 'invalid_token'],
    ['used from outside its list', { allowed_ips: ['192.0.2.0/24'] }, 403, 'ip_not_allowed'],
  ])('A-42: an invalid token is audited for its owner when it is %s', async (_, set, status, reason) => {
    const user = await world.createUser()
    const client = await world.restWithToken(user)
    await updateTable('access_tokens', user, set)
    expect(await readAudited(world, await readMe(client))).toEqual([status, reason, reason, user.id])
  })

  it('an invalid token is audited for its owner when an administrator has locked the account', async () => {
    const user = await world.createUser()
    const client = await world.restWithToken(user)
    await updateUser(user, { locked_at: new Date(), lock_reason: 'admin' })
    expect(await readAudited(world, await readMe(client))).toEqual([
      401,
      'invalid_token',
      'invalid_token',
      user.id,
    ])
  })

  it('an invalid token is audited for its owner when the account is not confirmed', async () => {
    const user = await confirming.createUser({ confirmedAt: null })
    const answers = [
      await readMe(await confirming.restWithToken(user)),
      await readMe(await confirming.rest(user)),
    ]
    expect(await Promise.all(answers.map((answer) => readAudited(confirming, answer)))).toEqual([
      [401, 'invalid_token', 'invalid_token', user.id],
      [401, 'not_authenticated', 'not_authenticated', user.id],
    ])
  })

  it.each([
    ['of another prefix', () => createPersonalAccessToken('elsewhere')],
    ['of another service', () => createPersonalAccessToken('service')],
    ['empty', () => ''],
  ])(
    'an invalid token is audited without an owner when it is %s, even if the request has a valid session',
    async (_, raw) => {
      const client = await world.rest(await world.createUser())
      const answer = await client.get('/api/auth/me', null, { authorization: `Token ${raw()}` })
      expect(await readAudited(world, answer)).toEqual([401, 'invalid_token', 'invalid_token', null])
    },
  )

  it('an invalid token is audited without an owner when its account is deleted', async () => {
    const user = await world.createUser()
    const client = await world.restWithToken(user)
    const admin = await world.rest(await world.createSystemAdmin())
    expect((await admin.delete(`/users/${user.id}`)).status).toBe(200)
    expect(await readAudited(world, await readMe(client))).toEqual([
      401,
      'invalid_token',
      'invalid_token',
      null,
    ])
  })

  it('a token keeps working while failed sign-ins lock its owner', async () => {
    const user = await world.createUser({ lockedAt: new Date(), lockReason: 'failed_attempts' })
    expect((await readMe(await world.restWithToken(user))).status).toBe(200)
  })
})

describe('an invalid mailed link', () => {
  const createLink = async (user: User) => {
    const text = String((await readMails(world, user.email)).at(-1)?.['text'])
    return /\/users\/\S+_token=(\S+)/.exec(text) ?? ['', '']
  }
  const reset = async (reset_password_token: string) =>
    (await world.rest()).put('/users/password', {
      user: { reset_password_token, password: NEW, password_confirmation: NEW },
    })
  const requestToken = async (path: string, user: User) =>
    (await world.rest()).post(path, { user: { email: user.email } })

  it('A-81: is audited when a reset token is reused or invented', async () => {
    const user = await createLocalUser(world)
    await requestToken('/users/password', user)
    const [path, token = ''] = await createLink(user)
    expect((await reset(token)).status).toBe(200)
    const reason = 'password.invalid_token'
    const readUnauthenticated = async () => (await world.rest()).get(path)
    for (const uses of [() => reset(token), readUnauthenticated, () => reset('made-up')]) {
      const answer = await uses()
      expect(await readAudited(world, answer)).toEqual([422, reason, reason, null])
      expect(JSON.stringify(await findEntry(world, answer))).not.toContain(token)
    }
    expect((await login(world, user.email, NEW)).status).toBe(200)
  })

  it('is audited for its owner when a reset token has expired', async () => {
    const user = await createLocalUser(world)
    await requestToken('/users/password', user)
    const [, token = ''] = await createLink(user)
    await updateUser(user, { reset_password_sent_at: secondsAgo(7200) })
    const reason = 'password.invalid_token'
    expect(await readAudited(world, await reset(token))).toEqual([422, reason, reason, user.id])
  })

  it('is audited when an unlock link is used twice', async () => {
    const user = await createLocalUser(world)
    for (let time = 0; time < 3; time += 1) await login(world, user.email, 'wrong')
    const [path] = await createLink(user)
    const anonymous = await world.rest()
    expect((await anonymous.get(path)).status).toBe(200)
    const reason = 'unlock.invalid_token'
    expect(await readAudited(world, await anonymous.get(path))).toEqual([422, reason, reason, null])
  })

  it('is audited when a confirmation link has expired or is invented', async () => {
    const user = await createLocalUser(confirming, { confirmedAt: null })
    const anonymous = await confirming.rest()
    await anonymous.post('/users/confirmation', { user: { email: user.email } })
    const text = String((await readMails(confirming, user.email)).at(-1)?.['text'])
    const [path = ''] = /\/users\/confirmation\?\S+/.exec(text) ?? []
    const reader = confirming.database.queries
    const sent = { confirmation_sent_at: secondsAgo(3 * 86_400) }
    await reader.updateTable('users').set(sent).where('id', '=', user.id).execute()
    const reason = 'confirmation.invalid_token'
    expect(await readAudited(confirming, await anonymous.get(path))).toEqual([422, reason, reason, user.id])
    expect(await readAudited(confirming, await anonymous.get(`${path}x`))).toEqual([
      422,
      reason,
      reason,
      null,
    ])
  })

  it('is not audited when it contains no token', async () => {
    const answers = [await reset(''), await (await world.rest()).get('/users/password/edit')]
    for (const answer of answers) {
      expect(answer.status).toBe(422)
      expect(await findEntry(world, answer)).toBeUndefined()
    }
  })
})
