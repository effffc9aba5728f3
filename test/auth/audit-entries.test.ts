import { describe, expect, it } from 'vitest'
import { deliverAccountMails, createLocalUser, readAudit, login, PASSWORD } from '../support/accounts.ts'
import { createWorld, createWorldUnder } from '../support/world.ts'

const OTHER = 'Puffin?9 under Crag#51'
const world = createWorld()
const mailing = createWorldUnder({ MAIL_DIR: '/nowhere' })
const quarterHourAgo = () => new Date(Date.now() - 15 * 60_000 - 1)

/** Security entries of an account in the audit log, in addition to changes of records (rule A-80). */
describe('A-80: the audit log', () => {
  it('records sign-ins with method, address and client, and failed sign-ins', async () => {
    const user = await createLocalUser(world)
    await login(world, user.email, 'wrong')
    await login(world, user.email)
    const [failed] = await readAudit(world, user.id, 'password_failed')
    const [done] = await readAudit(world, user.id, 'sign_in')
    expect(failed).toMatchObject({ actor_type: 'System', actor_id: null })
    expect(done).toMatchObject({ actor_type: 'User', actor_id: user.id, actor_name: user.name })
    for (const entry of [failed, done]) {
      expect(entry).toMatchObject({ changes: { method: 'local' } })
      expect(entry?.changes).toHaveProperty('client')
      expect(entry?.request_id).toBeTruthy()
    }
  })

  it('A-24: records an automatic unlock at the first sign-in or failure after the lock expires', async () => {
    const lock = { lockedAt: quarterHourAgo(), lockReason: 'failed_attempts', failedAttempts: 3 } as const
    for (const password of [PASSWORD, 'wrong']) {
      const user = await createLocalUser(world, lock)
      await login(world, user.email, password)
      const entries = await readAudit(world, user.id, 'unlocked')
      expect(entries).toMatchObject([
        { changes: { locked_at: [lock.lockedAt.toISOString(), null], by: 'time' }, actor_type: 'System' },
      ])
    }
  })

  it('A-24: records the lock that a password reset lifts, and the requested unlock link', async () => {
    const user = await createLocalUser(world, { lockedAt: new Date(), lockReason: 'failed_attempts' })
    const admin = await world.rest(await world.createSystemAdmin())
    const { body } = await admin.post(`/users/${user.id}/generate_reset_link`)
    const token = new URL(body.reset_url).searchParams.get('reset_password_token')
    const chosen = { reset_password_token: token, password: OTHER, password_confirmation: OTHER }
    expect((await (await world.rest()).put('/users/password', { user: chosen })).status).toBe(200)
    expect(await readAudit(world, user.id, 'unlocked')).toMatchObject([{ changes: { by: 'password_reset' } }])
    expect(await readAudit(world, user.id, 'password_reset')).toMatchObject([{ actor_id: user.id }])
    expect(JSON.stringify(await readAudit(world, user.id, 'password_reset'))).not.toContain(OTHER)
  })

  it('records reset links with the person who requested them', async () => {
    const user = await createLocalUser(mailing)
    const admin = await mailing.createSystemAdmin()
    const client = await mailing.rest(admin)
    await (await mailing.rest()).post('/users/password', { user: { email: user.email } })
    await deliverAccountMails(mailing)
    await client.post(`/users/${user.id}/send_password_reset`)
    await client.post(`/users/${user.id}/generate_reset_link`)
    const sent = await readAudit(mailing, user.id, 'password_reset_sent')
    expect(sent.map(({ actor_id }) => actor_id)).toEqual([null, admin.id])
    expect(await readAudit(mailing, user.id, 'password_reset_link_made')).toMatchObject([
      { actor_id: admin.id },
    ])
  })

  it('records passwords that people change and that administrators set', async () => {
    const user = await createLocalUser(world)
    const input = { current_password: PASSWORD, password: OTHER, password_confirmation: OTHER }
    await (await world.rest(user)).put('/users', { user: input })
    const admin = await world.createSystemAdmin()
    await (await world.rest(admin)).post(`/users/${user.id}/set_password`, { user: { password: PASSWORD } })
    expect(await readAudit(world, user.id, 'password_changed')).toMatchObject([{ actor_id: user.id }])
    expect(await readAudit(world, user.id, 'password_set')).toMatchObject([{ actor_id: admin.id }])
  })

  it('records accounts that administrators create, and how those accounts get their password', async () => {
    const client = await world.rest(await world.createSystemAdmin())
    const make = async (email: string, values: object) => {
      const { body } = await client.post('/users/admin_create', { user: { name: 'New', email, ...values } })
      return body.user.id
    }
    const withLink = await make('with-link@example.org', {})
    const withPassword = await make('with-password@example.org', { password: PASSWORD })
    expect(await readAudit(world, withLink, 'password_reset_link_made')).toHaveLength(1)
    expect(await readAudit(world, withPassword, 'password_set')).toHaveLength(1)
  })

  it('records sessions that administrators end', async () => {
    const user = await world.createUser()
    const admin = await world.createSystemAdmin()
    await (await world.rest(admin)).delete(`/users/${user.id}/sessions`)
    expect(await readAudit(world, user.id, 'sessions_ended')).toMatchObject([{ actor_id: admin.id }])
  })

  it('records the first use of an access token once, even when requests race', async () => {
    const user = await world.createUser()
    const client = await world.restWithToken(user)
    await Promise.all(Array.from({ length: 5 }, () => client.get('/api/auth/me')))
    await client.get('/api/auth/me')
    expect(await readAudit(world, user.id, 'token_first_used')).toMatchObject([
      { auditable_type: 'AccessToken', affected_name: 'test' },
    ])
  })

  it('records the scope that an access token lacks', async () => {
    const user = await world.createUser()
    await (await world.restWithToken(user, ['read'])).post('/projects', { project: { name: 'x' } })
    expect(await readAudit(world, user.id, 'credential_refused')).toMatchObject([
      { changes: { reason: 'insufficient_token_scope', scope: 'write' } },
    ])
    expect(await readAudit(world, user.id, 'token_first_used')).toEqual([])
  })
})
