import { describe, expect, it } from 'vitest'
import { deliverOutbox } from '../../src/outbox/deliver.ts'
import { createLocalUser, readMails, PASSWORD } from '../support/accounts.ts'
import { createOwnWorld, createWorld, createWorldUnder } from '../support/world.ts'

const world = createWorld()
const published = createWorldUnder({ BASE_URL: 'https://rules.example.org/app/' })
const lost = createOwnWorld({ SMTP_URL: 'smtp://127.0.0.1:1', CHAT_WEBHOOK_URL: 'http://127.0.0.1:1/' })

/** Numbered rules of accounts that no test of a state or an operation covers. */
describe('account rules', () => {
  it('A-41: a user_id in a token request is ignored, for administrators too', async () => {
    const admin = await createLocalUser(world, { admin: true })
    const victim = await world.createUser()
    const client = await world.rest(admin)
    const input = { name: 'x', scopes: ['read'], current_password: PASSWORD, user_id: victim.id }
    const { status } = await client.post(`/personal_access_tokens?user_id=${victim.id}`, {
      user_id: victim.id,
      personal_access_token: input,
    })
    expect(status).toBe(201)
    const owners = await world.database.queries
      .selectFrom('access_tokens')
      .select('user_id')
      .where('user_id', 'in', [admin.id, victim.id])
      .execute()
    expect(owners).toEqual([{ user_id: admin.id }])
  })

  it('A-75: an outage of mail or chat changes no answer', async () => {
    const client = await lost.rest(await lost.createSystemAdmin())
    const { status } = await client.post('/users/admin_create', {
      user: { name: 'A', email: 'a@example.org', admin: true },
    })
    expect(status).toBe(200)
    await deliverOutbox(lost.services, new AbortController().signal)
    const rows = await lost.database.queries.selectFrom('outbox_messages').select(['last_error']).execute()
    expect(rows.every(({ last_error }) => last_error !== null)).toBe(true)
    expect((await client.get('/api/auth/me')).status).toBe(200)
  })

  it('A-27: a reset link is created even if other fields of the account are invalid', async () => {
    const client = await world.rest(await world.createSystemAdmin())
    const user = await createLocalUser(world, { name: '' })
    expect((await client.post(`/users/${user.id}/generate_reset_link`)).status).toBe(200)
  })

  it('A-66: two concurrent grants do not deadlock or leave a redundant role', async () => {
    const project = await world.createProject()
    const [first, second] = [
      await world.createMember(project, 'admin'),
      await world.createMember(project, 'admin'),
    ]
    const [a, b] = [await world.createComponent(project), await world.createComponent(project)]
    const user = await world.createUser()
    await world.join(user, b, 'author')
    await world.join(user, a, 'author')
    const membership = {
      user_id: user.id,
      role: 'author',
      membership_type: 'Project',
      membership_id: project.id,
    }
    const answers = await Promise.all([
      (await world.rest(first)).post('/memberships', { membership }),
      (await world.rest(second)).post('/memberships', { membership }),
    ])
    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 422])
    const remaining = await world.database.queries
      .selectFrom('memberships')
      .select('membership_type')
      .where('user_id', '=', user.id)
      .execute()
    expect(remaining).toEqual([{ membership_type: 'Project' }])
  })

  it('E-10: a toast has a list of messages and a known variant', async () => {
    const client = await world.rest(await world.createSystemAdmin())
    const { body } = await client.post('/users/admin_create', { user: { name: '', email: '' } })
    expect(body.toast).toEqual({ title: expect.any(String), message: expect.any(Array), variant: 'danger' })
  })

  it('A-26: passwords are stored as Argon2id hashes with its parameters', async () => {
    const user = await createLocalUser(world)
    expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('A-47: a token request does not count as a sign-in, reset failures or end a session', async () => {
    const user = await world.createUser({ failedAttempts: 2, firstFailedAt: new Date() })
    const session = await world.rest(user)
    const token = await world.restWithToken(user)
    expect((await token.get('/api/auth/me')).status).toBe(200)
    const row = await world.database.queries
      .selectFrom('users')
      .select(['failed_attempts', 'sign_in_count', 'current_sign_in_at'])
      .where('id', '=', user.id)
      .executeTakeFirst()
    expect(row).toEqual({ failed_attempts: 2, sign_in_count: 0, current_sign_in_at: null })
    expect((await session.get('/api/auth/me')).status).toBe(200)
  })

  it('A-17: administrators can only delete themselves with their password', async () => {
    const admin = await createLocalUser(world, { admin: true })
    await world.createSystemAdmin()
    const client = await world.rest(admin)
    expect((await client.delete(`/users/${admin.id}`)).status).toBe(422)
    expect((await client.delete('/users', { user: { current_password: 'wrong' } })).status).toBe(422)
    expect((await client.delete('/users', { user: { current_password: PASSWORD } })).status).toBe(200)
  })

  it('A-77: links come from the settings, never from the Host header', async () => {
    const user = await createLocalUser(published)
    const client = await published.rest()
    await client.post('/users/password', { user: { email: user.email } }, { host: 'evil.example.org' })
    const [mail] = await readMails(published, user.email)
    expect(mail?.['text']).toContain(
      'https://rules.example.org/app/app/users/password/edit?reset_password_token=',
    )
    expect(mail?.['text']).not.toContain('evil')
  })

  it('A-43: HEAD requires the scope of GET, and no header changes the method', async () => {
    const admin = await world.createSystemAdmin()
    const reader = await world.restWithToken(admin, ['read'])
    const writer = await world.restWithToken(admin, ['write'])
    expect((await reader.send('HEAD', '/users')).status).toBe(200)
    expect((await writer.send('HEAD', '/users')).status).toBe(403)
    const override = { 'x-http-method-override': 'GET' }
    expect((await reader.post('/projects', { project: { name: 'x' } }, override)).status).toBe(403)
  })
})
