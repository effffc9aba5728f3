import { describe, expect, it } from 'vitest'
import { Identity } from '../../entities/identity.ts'
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
import { createOwnWorld, createWorld, createWorldUnder } from '../support/world.ts'

const world = createWorld()
const closed = createWorldUnder({ REGISTRATION_ENABLED: 'false' })
const confirmed = createWorldUnder({ EMAIL_CONFIRMATION_ENABLED: 'true', MAIL_DIR: '/nonexistent/mail' })
const first = createOwnWorld({ FIRST_USER_ADMIN: 'true' })
const NEW = 'Quiet-Heron-88 sings'
const createInput = (input: object = {}) => ({
  user: {
    name: 'New Person',
    email: `${unique('new')}@example.org`,
    password: NEW,
    password_confirmation: NEW,
    ...input,
  },
})
const readUser = (id: number) =>
  world.database.queries.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

describe('registration', () => {
  it('signs the person in at once', async () => {
    const input = createInput()
    const { status, body, headers } = await (await world.rest()).post('/users', input)
    expect(status).toBe(201)
    expect(body.user).toMatchObject({
      name: 'New Person',
      email: input.user.email,
      admin: false,
      provider: null,
    })
    expect((await clientWithSession(world, headers).get('/api/auth/me')).body.id).toBe(body.user.id)
  })

  it.each([
    [{ email: 'nobody' }, ['email']],
    [{ name: '' }, ['name']],
    [{ password: 'short', password_confirmation: 'short' }, ['password']],
    [{ password_confirmation: 'other' }, ['password_confirmation']],
    [{ password: 5 }, ['password']],
  ])('rejects %j', async (input, fields) => {
    const { status, body } = await (await world.rest()).post('/users', createInput(input))
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(fields)
  })

  it('A-12: is rejected if it is switched off', async () => {
    const { status, body } = await (await closed.rest()).post('/users', createInput())
    expect([status, body.reason]).toEqual([403, 'registration_disabled'])
  })

  it('requires that the address is confirmed if the setting says so', async () => {
    const input = createInput()
    const anonymous = await confirmed.rest()
    const { body, headers } = await anonymous.post('/users', input)
    expect(headers.getSetCookie()).toEqual([])
    expect((await login(confirmed, input.user.email, NEW)).body.reason).toBe('invalid_credentials')
    const [mail] = await readMails(confirmed, input.user.email)
    const path = /\/users\/confirmation\?confirmation_token=\S+/.exec(String(mail?.['text']))?.[0] ?? ''
    expect((await anonymous.get(path)).status).toBe(200)
    expect((await anonymous.get(path)).status).toBe(422)
    expect((await login(confirmed, input.user.email, NEW)).body.id).toBe(body.user.id)
    expect((await anonymous.get('/users/confirmation')).status).toBe(400)
  })

  it('A-14: makes exactly one of two simultaneous first users an administrator', async () => {
    const anonymous = await first.rest()
    const answers = await Promise.all([1, 2, 3].map(() => anonymous.post('/users', createInput())))
    expect(answers.filter(({ body }) => body.user.admin)).toHaveLength(1)
  })
})

describe('the profile of the user', () => {
  it('changes name and chat handle without a password', async () => {
    const user = await createLocalUser(world)
    const client = await world.rest(user)
    const { status } = await client.patch('/users', { user: { name: 'Ann', slack_user_id: '@ann' } })
    expect(status).toBe(200)
    expect(await readUser(user.id)).toMatchObject({ name: 'Ann', slack_user_id: '@ann' })
    await client.put('/users', { user: { slack_user_id: '' } })
    expect(await readUser(user.id)).toMatchObject({ name: 'Ann', slack_user_id: null })
    expect((await client.put('/users', {})).status).toBe(400)
    expect((await client.put('/users', { user: { name: null } })).status).toBe(422)
  })

  it('A-1: rejects a missing and a wrong current password differently, and counts only the wrong one', async () => {
    const user = await createLocalUser(world)
    const client = await world.rest(user)
    const change = (input: object) => client.put('/users', { user: { email: 'x@example.org', ...input } })
    expect((await change({})).body.reason).toBe('user.current_password_missing')
    expect((await change({ current_password: 'wrong' })).body.reason).toBe('incorrect_password')
    await change({ current_password: 'wrong' })
    expect((await change({ current_password: 'wrong' })).status).toBe(423)
  })

  it('A-16: notifies the old address about the new one', async () => {
    const user = await createLocalUser(world)
    const email = `${unique('moved')}@example.org`
    const client = await world.rest(user)
    await client.put('/users', { user: { email: email.toUpperCase(), current_password: PASSWORD } })
    expect(await readUser(user.id)).toMatchObject({ email })
    expect(await readMails(world, user.email)).toHaveLength(1)
  })

  it('A-16: uses a new address only after it is confirmed, if confirmation is on', async () => {
    const user = await createLocalUser(confirmed)
    const email = `${unique('moved')}@example.org`
    const { headers } = await login(confirmed, user.email)
    const client = clientWithSession(confirmed, headers)
    await client.put('/users', { user: { email, current_password: PASSWORD } })
    expect((await client.get('/users/edit')).body.email).toBe(user.email)
    const [mail] = await readMails(confirmed, email)
    const path = /\/users\/confirmation\?\S+/.exec(String(mail?.['text']))?.[0] ?? ''
    await (await confirmed.rest()).get(path)
    expect((await login(confirmed, email)).status).toBe(200)
  })

  it('A-34: continues with a new session after a password change, and ends the others', async () => {
    const user = await createLocalUser(world)
    const session = await login(world, user.email)
    const otherSession = await login(world, user.email)
    const { status, headers } = await clientWithSession(world, session.headers).put('/users', {
      user: { password: NEW, password_confirmation: NEW, current_password: PASSWORD },
    })
    expect(status).toBe(200)
    expect(readCookie(headers, '_service_session')).not.toBe(readCookie(session.headers, '_service_session'))
    expect((await clientWithSession(world, headers).get('/users/edit')).status).toBe(200)
    expect((await clientWithSession(world, session.headers).get('/users/edit')).status).toBe(401)
    expect((await clientWithSession(world, otherSession.headers).get('/users/edit')).body.reason).toBe(
      'not_authenticated',
    )
    expect((await login(world, user.email, NEW)).status).toBe(200)
  })

  it('A-39: requires a recent sign-in at the provider to set the first password of a provider account', async () => {
    const user = await createLocalUser(world, {
      provider: 'oidc',
      uid: unique('u'),
      passwordAutomaticallySet: true,
    })
    const client = await world.rest(user)
    const body = { user: { email: 'other@example.org', password: NEW, password_confirmation: NEW } }
    expect((await client.put('/users', body)).body.reason).toBe('reauthentication_required')
    await world.database.queries
      .updateTable('sessions')
      .set({ auth_method: 'oidc' })
      .where('user_id', '=', user.id)
      .execute()
    expect((await client.put('/users', body)).status).toBe(200)
    expect(await readUser(user.id)).toMatchObject({ email: user.email, password_automatically_set: false })
  })
})

describe('deleting one’s own account', () => {
  it('A-17: requires the password, and the person’s texts keep their name', async () => {
    const project = await world.createProject()
    await world.createMember(project, 'admin')
    const user = await createLocalUser(world)
    await world.join(user, project, 'viewer')
    const rule = await world.createRule(await world.createComponent(project), { reviewRequestorId: user.id })
    const review = await world.createReview(rule, user)
    const client = await world.rest(user)
    expect((await client.delete('/users')).status).toBe(422)
    expect((await client.delete('/users', { user: { current_password: 'wrong' } })).status).toBe(422)
    const { status, headers } = await client.delete('/users', { user: { current_password: PASSWORD } })
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toContain('_service_session=;')
    expect((await client.get('/users/edit')).status).toBe(401)
    expect(await readUser(user.id)).toBeUndefined()
    const remembered = await world.database.queries
      .selectFrom('reviews')
      .select(['user_id', 'commenter_imported_name', 'commenter_imported_email'])
      .where('id', '=', review.id)
      .executeTakeFirst()
    expect(remembered).toEqual({
      user_id: null,
      commenter_imported_name: user.name,
      commenter_imported_email: user.email,
    })
    expect(await readAudit(world, user.id, 'destroy')).toHaveLength(1)
    const members = await world.database.queries
      .selectFrom('memberships')
      .select((eb) => eb.fn.countAll<number>().as('left'))
      .where('project_id', '=', project.id)
      .executeTakeFirst()
    expect(members).toEqual({ left: 1 })
  })

  it('A-17: is rejected for the only admin of a project before the password is checked', async () => {
    const user = await createLocalUser(world)
    for (let count = 0; count < 6; count += 1) await world.join(user, await world.createProject(), 'admin')
    const { status, body } = await (await world.rest(user)).delete('/users')
    expect([status, body.reason]).toEqual([422, 'user.last_project_admin'])
    expect(body.toast.message[0]).toContain('and 1 more')
  })

  it('A-17, A-1: requires no password for a provider account, but a sign-in in the last five minutes', async () => {
    const user = await world.createUser({ provider: 'oidc', uid: unique('uid') })
    await world.stored((em) =>
      em.create(Identity, { userId: user.id, provider: 'oidc', uid: user.uid ?? '' }),
    )
    const denied = await (await world.restWithToken(user)).delete('/users')
    expect([denied.status, denied.body.reason]).toEqual([403, 'reauthentication_required'])
    const client = await world.rest(user)
    const createSignedIn = (secondsAgo: number) =>
      world.database.queries
        .updateTable('sessions')
        .set({ auth_method: 'oidc', created_at: new Date(Date.now() - secondsAgo * 1000) })
        .where('user_id', '=', user.id)
        .execute()
    await createSignedIn(310)
    expect((await client.delete('/users')).body.reason).toBe('reauthentication_required')
    await createSignedIn(290)
    expect((await client.delete('/users')).status).toBe(200)
    expect(await readMails(world, user.email)).toHaveLength(1)
  })

  it('does not count a missing password as a failure', async () => {
    const client = await world.rest(await createLocalUser(world))
    for (const body of [undefined, {}, { user: {} }, { user: { current_password: '' } }]) {
      expect((await client.delete('/users', body)).status).toBe(422)
    }
    expect((await client.delete('/users', { user: { current_password: PASSWORD } })).status).toBe(200)
  })

  it('answers 423 after wrong passwords have locked the account', async () => {
    const client = await world.rest(await createLocalUser(world))
    const wrong = { user: { current_password: 'wrong' } }
    const statuses = []
    for (let time = 0; time < 4; time += 1) statuses.push((await client.delete('/users', wrong)).status)
    expect(statuses).toEqual([422, 422, 423, 423])
    expect((await client.delete('/users', { user: { current_password: PASSWORD } })).body.toast).toBeDefined()
  })
})

describe('a validation error', () => {
  it('names the field in the message for people as well', async () => {
    const { email } = await world.createUser()
    const user = { name: 'Twin', email, password: PASSWORD, password_confirmation: PASSWORD }
    const { body } = await (await world.rest()).post('/users', { user })
    expect([body.toast.message, body.errors]).toEqual([
      ['Email has already been taken'],
      { email: ['has already been taken'] },
    ])
  })

  it('unlinking a provider rejects a missing value', async () => {
    const { status, body } = await (
      await world.rest(await world.createUser())
    ).post('/users/unlink_identity', {})
    expect([status, Object.keys(body.errors)]).toEqual([422, ['identity_id']])
  })
})

describe('sessions of the user', () => {
  it('A-35: are listed and can be ended', async () => {
    const user = await createLocalUser(world)
    const [a, b, c] = [
      await login(world, user.email),
      await login(world, user.email),
      await login(world, user.email),
    ]
    const client = clientWithSession(world, c.headers)
    const { body } = await client.get('/users/sessions')
    expect(body.sessions.map((session: { current: boolean }) => session.current)).toEqual([
      true,
      false,
      false,
    ])
    const oldest = body.sessions[2].id
    expect((await client.delete(`/users/sessions/${oldest}`)).status).toBe(204)
    expect((await client.delete(`/users/sessions/${oldest}`)).status).toBe(404)
    expect((await clientWithSession(world, a.headers).get('/users/edit')).status).toBe(401)
    const nonMember = await world.rest(await world.createUser())
    expect((await nonMember.delete(`/users/sessions/${body.sessions[1].id}`)).status).toBe(404)
    expect((await client.delete('/users/sessions')).status).toBe(204)
    expect((await clientWithSession(world, b.headers).get('/users/edit')).status).toBe(401)
    expect((await client.get('/users/edit')).status).toBe(200)
  })

  it('A-33: end oldest first if there are more than the limit', async () => {
    const user = await createLocalUser(world)
    const logins = []
    for (let count = 0; count < 21; count += 1) logins.push(await login(world, user.email))
    const reasons = await Promise.all(
      logins
        .slice(0, 2)
        .map(async ({ headers }) => (await clientWithSession(world, headers).get('/users/edit')).body.reason),
    )
    expect(reasons).toEqual(['session_superseded', undefined])
  })

  it.each([
    ['last_seen_at', { last_seen_at: new Date(Date.now() - 3_601_000) }],
    ['absolute_expires_at', { absolute_expires_at: new Date(Date.now() - 1000) }],
  ])('sessions time out by %s', async (_, set) => {
    const user = await world.createUser()
    const client = await world.rest(user)
    await world.database.queries.updateTable('sessions').set(set).where('user_id', '=', user.id).execute()
    expect((await client.get('/users/edit')).body.reason).toBe('session_timed_out')
  })

  it('A-32: end after the idle time, unless the user is remembered', async () => {
    const user = await createLocalUser(world)
    const plain = clientWithSession(world, (await login(world, user.email)).headers)
    const remembered = clientWithSession(
      world,
      (await login(world, user.email, PASSWORD, { remember_me: true })).headers,
    )
    await world.database.queries
      .updateTable('sessions')
      .set({ last_seen_at: new Date(Date.now() - 3_601_000) })
      .where('user_id', '=', user.id)
      .execute()
    expect((await plain.get('/users/edit')).body.reason).toBe('session_timed_out')
    expect((await remembered.get('/users/edit')).status).toBe(200)
  })
})
