import { describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import { revokeIdleTokens, notifyOfExpiringTokens } from '../../src/auth/maintenance.ts'
import { createLocalUser, createToken, readAudit, readMails } from '../support/accounts.ts'
import { rest } from '../support/rest.ts'
import { createWorldUnder, type World } from '../support/world.ts'

const world = createWorldUnder({ MAIL_DIR: '/nowhere' })
const off = createWorldUnder({ API_TOKENS_ENABLED: 'false' })
const idle = createWorldUnder({ API_TOKENS_AUTO_REVOKE_IDLE_DAYS: '90' })
const DAY = 86_400_000
const { signal } = new AbortController()
const inDays = (days: number) => new Date(Date.now() + days * DAY)
const toDay = (days: number) => inDays(days).toISOString().slice(0, 10)

const readTokens = (targetWorld: World, { id }: User) =>
  targetWorld.database.queries
    .selectFrom('access_tokens')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()

/** The rows of the token state table (rule A-44) that no other test covers. */
describe('a token', () => {
  it('A-45: is listed active first, then expired, revoked last, the newest first within', async () => {
    const user = await world.createUser()
    const tokens = []
    for (const input of [
      { revoked_at: new Date() },
      { expires_at: toDay(-1) },
      {},
      { revoked_at: new Date(), expires_at: toDay(-1) },
      {},
    ]) {
      tokens.push((await createToken(world, user, input)).id)
    }
    const [revoked, expired, first, both, second] = tokens
    const { body } = await (await world.rest(user)).get('/personal_access_tokens')
    const ids = body.personal_access_tokens.map(({ id }: { id: number }) => id)
    expect(ids).toEqual([second, first, expired, both, revoked])
    expect(JSON.stringify(body)).not.toContain('digest')
  })

  it('E-19, A-44: can be revoked after it expired, and keeps the time of its first revocation', async () => {
    const user = await world.createUser()
    const { id } = await createToken(world, user, { expires_at: toDay(-1) })
    const client = await world.rest(user)
    const times = []
    for (const moved of [false, true]) {
      times.push((await client.delete(`/personal_access_tokens/${id}`)).body.personal_access_token.revoked_at)
      if (moved) break
      const set = { revoked_at: new Date('2026-03-01T09:30:00Z') }
      await world.database.queries.updateTable('access_tokens').set(set).where('id', '=', id).execute()
    }
    expect(times[1]).toBe('2026-03-01 09:30:00 UTC')
    const admin = await world.rest(await world.createSystemAdmin())
    const path = `/personal_access_tokens/${id}/admin_revoke`
    expect((await admin.delete(path, { audit_comment: 'Again.' })).status).toBe(200)
    const [entry] = await readAudit(world, user.id, 'admin_revoke')
    const first = '2026-03-01T09:30:00.000Z'
    expect(entry?.changes).toEqual({ revoked_at: [first, first] })
  })

  it('is answered with 404 to administrators if it does not exist, whatever the comment', async () => {
    const admin = await world.rest(await world.createSystemAdmin())
    const path = '/personal_access_tokens/2147483647/admin_revoke'
    for (const body of [{ audit_comment: 'x' }, { audit_comment: ' ' }, {}, undefined]) {
      expect((await admin.delete(path, body)).status).toBe(404)
    }
    const { id } = await createToken(world, await world.createUser())
    for (const audit_comment of [undefined, '', ' ', 'x'.repeat(4097), 5]) {
      const { status, body } = await admin.delete(`/personal_access_tokens/${id}/admin_revoke`, {
        audit_comment,
      })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['audit_comment']])
    }
  })

  it('E-24: records its use at most once a minute', async () => {
    const user = await world.createUser()
    const { client } = await createToken(world, user)
    const createUsedToken = async () => {
      await client.get('/api/auth/me')
      return (await readTokens(world, user))[0]?.last_used_at
    }
    const first = await createUsedToken()
    expect(await createUsedToken()).toBe(first)
    const set = { last_used_at: new Date(Date.now() - 61_000) }
    await world.database.queries
      .updateTable('access_tokens')
      .set(set)
      .where('user_id', '=', user.id)
      .execute()
    expect(Date.parse((await createUsedToken()) ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''))
  })

  it('A-46: is ignored if tokens are off: the session is used, and token operations do not exist', async () => {
    const user = await createLocalUser(off)
    const token = { authorization: 'Token service_nothing' }
    const client = await off.rest(user)
    expect((await client.get('/api/auth/me', null, token)).body.id).toBe(user.id)
    expect((await rest(off.app, token).get('/api/auth/me')).body.reason).toBe('not_authenticated')
    const admin = await off.rest(await off.createSystemAdmin())
    for (const [method, path] of [
      ['GET', '/personal_access_tokens'],
      ['DELETE', '/personal_access_tokens/1'],
      ['DELETE', '/personal_access_tokens/1/admin_revoke'],
    ] as const) {
      expect((await admin.send(method, path)).status, path).toBe(404)
    }
  })

  it('can be created by a provider account only after a recent sign-in', async () => {
    const user = await world.createUser({ provider: 'oidc', uid: 'u-1', passwordAutomaticallySet: true })
    const client = await world.rest(user)
    const create = () =>
      client.post('/personal_access_tokens', { personal_access_token: { name: 'CI', scopes: ['read'] } })
    const updateSession = (set: object) =>
      world.database.queries.updateTable('sessions').set(set).where('user_id', '=', user.id).execute()
    expect((await create()).body.reason).toBe('reauthentication_required')
    await updateSession({ auth_method: 'oidc', created_at: new Date(Date.now() - 301_000) })
    expect((await create()).body.reason).toBe('reauthentication_required')
    await updateSession({ created_at: new Date(Date.now() - 290_000) })
    expect((await create()).status).toBe(201)
  })
})

describe('unused and expiring tokens', () => {
  it('A-44: are revoked after the configured days, including tokens that were never used', async () => {
    const user = await idle.createUser()
    const states = [
      { last_used_at: inDays(-91) },
      { last_used_at: inDays(-89), created_at: inDays(-200) },
      { last_used_at: null, created_at: inDays(-91) },
      { last_used_at: null, created_at: inDays(-89) },
    ]
    for (const state of states) await createToken(idle, user, state)
    await revokeIdleTokens(idle.services, signal)
    const revoked = (await readTokens(idle, user)).map(({ revoked_at: revokedAt }) => revokedAt !== null)
    expect(revoked).toEqual([true, false, true, false])
    const entries = await readAudit(idle, user.id, 'update')
    expect(entries.map(({ comment }) => comment)).toEqual(['Not used for 90 days.', 'Not used for 90 days.'])
  })

  it('A-44: are all handled in one run, however many there are', async () => {
    const user = await idle.createUser()
    const state = { last_used_at: inDays(-91), expires_at: toDay(3) }
    for (let count = 0; count < 101; count += 1) await createToken(idle, user, state)
    await notifyOfExpiringTokens(idle.services, signal)
    expect(await readMails(idle, user.email)).toHaveLength(101)
    await revokeIdleTokens(idle.services, signal)
    const tokens = await readTokens(idle, user)
    expect(tokens.filter(({ revoked_at: revokedAt }) => revokedAt === null)).toEqual([])
  })

  it('are not revoked unless the settings say so', async () => {
    const user = await world.createUser()
    await createToken(world, user, { last_used_at: inDays(-900) })
    await revokeIdleTokens(world.services, signal)
    expect((await readTokens(world, user))[0]?.revoked_at).toBeNull()
  })

  it('A-44: cause a mail a week before they expire, once', async () => {
    const user = await world.createUser()
    for (const days of [0, 7, 8]) {
      await createToken(world, user, { expires_at: toDay(days), name: `in ${days}` })
    }
    await createToken(world, user, { expires_at: toDay(3), revoked_at: new Date() })
    for (let time = 0; time < 2; time += 1) await notifyOfExpiringTokens(world.services, signal)
    const mails = await readMails(world, user.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Access token about to expire'])
    expect(mails[0]?.['text']).toContain('"in 7"')
  })
})
