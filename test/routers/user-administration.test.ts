import { describe, expect, it } from 'vitest'
import { toWireTime } from '../../src/procedures/schemas/times.ts'
import { createLocalUser, readAudit, login, readMails, clientWithSession } from '../support/accounts.ts'
import { unique } from '../support/factories.ts'
import { createOwnWorld, type World } from '../support/world.ts'

// The list of all users may begin with a user of another test file.
const world = createOwnWorld()
const lonely = createOwnWorld()
const readChats = async (targetWorld: World) => {
  const rows = await targetWorld.database.queries
    .selectFrom('outbox_messages')
    .select('payload')
    .where('kind', '=', 'chat')
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => String(payload['title']))
}

describe('users', () => {
  it('are listed by name for system administrators', async () => {
    const client = await world.rest(await world.createSystemAdmin())
    const user = await world.createUser({ name: '0 first' })
    const { status, body } = await client.get('/users?per_page=1')
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: user.id,
        name: '0 first',
        email: user.email,
        provider: null,
        admin: false,
        last_sign_in_at: null,
        failed_attempts: 0,
        locked_at: null,
        slack_user_id: null,
        identities: [],
      },
    ])
    expect((await (await world.rest(user)).get('/users')).status).toBe(403)
  })

  it('are changed by the sent fields; A-18: the chat is notified only if the administrator right changed', async () => {
    const admin = await world.createSystemAdmin()
    const user = await world.createUser()
    const client = await world.rest(admin)
    const before = (await readChats(world)).length
    await client.patch(`/users/${user.id}`, { user: { name: 'Renamed', admin: false } })
    expect(await readChats(world)).toHaveLength(before)
    const { body } = await client.put(`/users/${user.id}`, { user: { admin: 'true' } })
    expect(body.user).toMatchObject({ name: 'Renamed', admin: true })
    expect((await readChats(world)).at(-1)).toBe('Administrator right granted')
    await client.put(`/users/${user.id}`, { user: { admin: false } })
    expect((await readChats(world)).at(-1)).toBe('Administrator right removed')
    const email = `${unique('moved')}@example.org`
    await client.patch(`/users/${user.id}`, { user: { email } })
    const mails = (await readMails(world, user.email)).map(({ subject }) => subject)
    expect(mails).toEqual(['Administrator right granted', 'Email changed'])
    expect((await client.patch(`/users/${user.id}`, { user: { email: admin.email } })).status).toBe(422)
    expect((await client.patch('/users/999999', { user: {} })).status).toBe(404)
    expect((await client.patch(`/users/${user.id}`, {})).status).toBe(400)
  })

  it('A-15: always include at least one administrator, also after concurrent changes', async () => {
    const [a, b] = [await lonely.createSystemAdmin(), await lonely.createSystemAdmin()]
    const [first, second] = [await lonely.rest(a), await lonely.rest(b)]
    const answers = await Promise.all([
      first.patch(`/users/${a.id}`, { user: { admin: false } }),
      second.patch(`/users/${b.id}`, { user: { admin: false } }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    const remainingAdmin = answers[0]?.status === 200 ? second : first
    const leftId = answers[0]?.status === 200 ? b.id : a.id
    expect((await remainingAdmin.patch(`/users/${leftId}`, { user: { admin: false } })).body.reason).toBe(
      'user.last_admin',
    )
    expect((await remainingAdmin.delete('/users', {})).body.reason).toBe('user.last_admin')
  })
})

describe('locking an account', () => {
  it('ends sessions and tokens at once, until an administrator unlocks', async () => {
    const client = await world.rest(await world.createSystemAdmin())
    const user = await createLocalUser(world)
    const { headers } = await login(world, user.email)
    const token = await world.restWithToken(user)
    const locked = await client.post(`/users/${user.id}/lock`)
    expect(locked.status).toBe(200)
    expect(locked.body.user).toMatchObject({ locked_at: expect.stringMatching(/UTC$/), lock_reason: 'admin' })
    expect(locked.body.user).not.toHaveProperty('locked_until')
    expect((await clientWithSession(world, headers).get('/users/edit')).body.reason).toBe('not_authenticated')
    expect((await token.get('/users/edit')).body.reason).toBe('invalid_token')
    expect((await login(world, user.email)).status).toBe(423)
    expect((await client.post(`/users/${user.id}/lock`)).status).toBe(200)
    expect((await client.post(`/users/${user.id}/unlock`)).body.user.locked_at).toBeNull()
    expect((await client.post(`/users/${user.id}/unlock`)).status).toBe(200)
    expect((await login(world, user.email)).status).toBe(200)
    expect((await token.get('/users/edit')).status).toBe(200)
    expect(await readAudit(world, user.id, 'unlocked')).toHaveLength(2)
  })

  it('A-24: shows that failed sign-ins locked an account, and until when', async () => {
    const client = await world.rest(await world.createSystemAdmin())
    const user = await world.createUser({ name: '00 locked' })
    const lock = async (lockedAt: Date) => {
      const values = { locked_at: lockedAt, lock_reason: 'failed_attempts' } as const
      await world.database.queries.updateTable('users').set(values).where('id', '=', user.id).execute()
      return (await client.get('/users')).body.find(({ id }: { id: number }) => id === user.id)
    }
    const lockedAt = Date.now() - 5 * 60_000
    expect(await lock(new Date(lockedAt))).toMatchObject({
      locked_at: toWireTime(new Date(lockedAt)),
      lock_reason: 'failed_attempts',
      locked_until: toWireTime(new Date(lockedAt + 15 * 60_000)),
    })
    const expired = await lock(new Date(lockedAt - 11 * 60_000))
    expect(expired.locked_at).toBeNull()
    expect(Object.keys(expired)).not.toContain('lock_reason')
  })

  it('is rejected for one’s own account', async () => {
    const admin = await world.createSystemAdmin()
    const client = await world.rest(admin)
    expect((await client.post(`/users/${admin.id}/lock`)).body.reason).toBe('user.lock_self')
    expect((await client.post('/users/999999/lock')).status).toBe(404)
  })
})

describe('passwords of other users', () => {
  it('can be set, which ends their sessions', async () => {
    const client = await world.rest(await world.createSystemAdmin())
    const user = await createLocalUser(world)
    const { headers } = await login(world, user.email)
    const set = (password: unknown) => client.post(`/users/${user.id}/set_password`, { user: { password } })
    expect((await set('')).status).toBe(422)
    expect((await set('Quiet-Heron-88 sings')).status).toBe(200)
    expect((await clientWithSession(world, headers).get('/users/edit')).status).toBe(401)
    expect((await login(world, user.email, 'Quiet-Heron-88 sings')).status).toBe(200)
    expect(await readAudit(world, user.id, 'password_set')).toHaveLength(1)
  })

  it('can be reset by a link, and by mail only if mail is on', async () => {
    const client = await world.rest(await world.createSystemAdmin())
    const user = await createLocalUser(world)
    expect((await client.post(`/users/${user.id}/send_password_reset`)).body.reason).toBe('user.mail_off')
    const { status, body } = await client.post(`/users/${user.id}/generate_reset_link`)
    expect(status).toBe(200)
    const path = new URL(body.reset_url)
    expect(path.pathname).toBe('/app/users/password/edit')
    expect((await (await world.rest()).get(`/users/password/edit${path.search}`)).body.valid).toBe(true)
    expect(await readMails(world, user.email)).toEqual([])
  })
})

describe('deleting a user', () => {
  it('leaves projects with an admin, lists projects that would have none, and is rejected for oneself', async () => {
    const admin = await world.createSystemAdmin()
    const client = await world.rest(admin)
    const project = await world.createProject()
    const user = await world.createMember(project, 'admin')
    const rejected = await client.delete(`/users/${user.id}`)
    expect([rejected.status, rejected.body.reason]).toEqual([422, 'user.last_project_admin'])
    expect(rejected.body.toast.message[0]).toContain(project.name)
    await world.join(admin, project, 'admin')
    expect((await client.delete(`/users/${user.id}`)).status).toBe(200)
    expect((await client.delete(`/users/${user.id}`)).status).toBe(404)
    expect((await client.delete(`/users/${admin.id}`)).body.reason).toBe('user.delete_self')
  })

  it('A-17: works for people with response templates and review requests', async () => {
    const client = await world.rest(await world.createSystemAdmin())
    const user = await world.createUser()
    const project = await world.createProject()
    await world.database.queries
      .insertInto('response_templates')
      .values({ project_id: project.id, created_by_id: user.id, name: 'x', body: 'y' })
      .execute()
    await world.createRule(await world.createComponent(project), { reviewRequestorId: user.id })
    expect((await client.delete(`/users/${user.id}`)).status).toBe(200)
  })
})

describe('sessions of other users', () => {
  it('can be ended by system administrators', async () => {
    const client = await world.rest(await world.createSystemAdmin())
    const user = await world.createUser()
    const session = await world.rest(user)
    expect((await client.delete(`/users/${user.id}/sessions`)).status).toBe(204)
    expect((await session.get('/users/edit')).status).toBe(401)
  })
})

describe('tokens of other users', () => {
  it('are listed and revoked by system administrators, with a reason', async () => {
    const client = await world.rest(await world.createSystemAdmin())
    const user = await world.createUser()
    const token = await world.restWithToken(user)
    const { body } = await client.get(`/personal_access_tokens?user_id=${user.id}`)
    expect(body.personal_access_tokens).toMatchObject([{ user_id: user.id, user_email: user.email }])
    const [{ id }] = body.personal_access_tokens
    const path = `/personal_access_tokens/${id}/admin_revoke`
    expect((await client.delete(path)).status).toBe(422)
    expect((await client.delete(path, { audit_comment: 'Leaked.' })).status).toBe(200)
    expect((await token.get('/users/edit')).status).toBe(401)
    expect(await readAudit(world, user.id, 'admin_revoke')).toMatchObject([{ comment: 'Leaked.' }])
    expect((await client.get('/personal_access_tokens?user_id=999999')).status).toBe(404)
    const userClient = await world.rest(user)
    const tokens = (await userClient.get('/personal_access_tokens?user_id=1')).body.personal_access_tokens
    expect(tokens).toMatchObject([{ id, revoked_at: expect.stringMatching(/UTC$/) }])
    expect(tokens[0].user_id).toBeUndefined()
    expect((await userClient.delete(path, { audit_comment: 'x' })).status).toBe(403)
  })

  it('can otherwise be revoked by their owner only', async () => {
    const user = await world.createUser()
    const token = await world.restWithToken(user)
    const client = await world.rest(user)
    const [{ id }] = (await client.get('/personal_access_tokens')).body.personal_access_tokens
    expect(
      (await (await world.rest(await world.createUser())).delete(`/personal_access_tokens/${id}`)).status,
    ).toBe(404)
    expect((await token.delete(`/personal_access_tokens/${id}`)).body.reason).toBe(
      'session_authentication_required',
    )
    expect((await client.delete(`/personal_access_tokens/${id}`)).status).toBe(200)
    expect((await client.delete(`/personal_access_tokens/${id}`)).status).toBe(200)
    expect((await token.get('/users/edit')).status).toBe(401)
  })
})
