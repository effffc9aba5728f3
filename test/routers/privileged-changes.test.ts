import { describe, expect, it } from 'vitest'
import { User } from '../../entities/user.ts'
import { createLocalUser, login, readMails, PASSWORD } from '../support/accounts.ts'
import { createEmail, unique } from '../support/factories.ts'
import type { Rest } from '../support/rest.ts'
import { createOwnWorld, createWorld } from '../support/world.ts'

const world = createWorld()
const ownerWorld = createOwnWorld()
const lastAdminWorld = createOwnWorld()

const NEW = 'Quiet-Heron-88 sings'

type RequestFactory = (user: User) => [method: string, path: string, body: Record<string, unknown>]

/** Every privileged change with its body. */
const CHANGES: [string, RequestFactory][] = [
  ['promoting', ({ id }) => ['PATCH', `/users/${id}`, { user: { admin: true } }]],
  ['changing an address', ({ id }) => ['PATCH', `/users/${id}`, { user: { email: createEmail() } }]],
  ['promoting by PUT', ({ id }) => ['PUT', `/users/${id}`, { user: { admin: 'true' } }]],
  [
    'creating an administrator',
    () => ['POST', '/users/admin_create', { user: { name: 'Robin', email: createEmail(), admin: true } }],
  ],
  ['setting a password', ({ id }) => ['POST', `/users/${id}/set_password`, { user: { password: NEW } }]],
  ['creating a reset link', ({ id }) => ['POST', `/users/${id}/generate_reset_link`, {}]],
  ['deleting', ({ id }) => ['DELETE', `/users/${id}`, {}]],
]

/** Makes all sessions of a user too old for privileged changes. */
const age = (user: User, values: object = {}) =>
  world.database.queries
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 310_000), ...values })
    .where('user_id', '=', user.id)
    .execute()

const createAdmin = async () => {
  const admin = await createLocalUser(world, { admin: true })
  const client = await world.rest(admin)
  await age(admin)
  return { admin, client }
}

const findRow = ({ id }: User) => world.database.orm.em.fork().findOne(User, { id })

/** The stored columns of a user, and the number of accounts. */
const readSnapshot = async (user: User) => {
  const stored = await findRow(user)
  const count = await world.database.orm.em.fork().count(User, { name: 'Robin', admin: true })
  return [stored?.email, stored?.admin, stored?.passwordHash, stored?.resetPasswordTokenDigest, count]
}

describe.each(CHANGES)('%s', (_, make) => {
  const attempt = async (client: Rest, extra: Record<string, unknown> = {}, inUser = {}) => {
    const user = await createLocalUser(world)
    const [method, path, body] = make(user)
    const before = await readSnapshot(user)
    const inside = body['user'] === undefined ? {} : { user: { ...(body['user'] as object), ...inUser } }
    const answer = await client.send(method, path, { ...body, ...inside, ...extra })
    const unchanged = JSON.stringify(await readSnapshot(user)) === JSON.stringify(before)
    return { answer, unchanged, outcome: [answer.status, answer.body?.reason ?? null, unchanged] }
  }

  it('A-92: is denied to tokens with any scopes and password', async () => {
    const { admin } = await createAdmin()
    const token = await world.restWithToken(admin, ['admin', 'write', 'read'])
    const denied = [403, 'session_authentication_required', true]
    expect((await attempt(token)).outcome).toEqual(denied)
    expect((await attempt(token, { current_password: PASSWORD })).outcome).toEqual(denied)
  })

  it('A-92: is denied to everyone but system administrators', async () => {
    const member = await world.rest(await createLocalUser(world))
    expect((await attempt(member, { current_password: PASSWORD })).outcome).toEqual([
      403,
      'permission_denied',
      true,
    ])
    expect((await attempt(await world.rest())).outcome).toEqual([401, 'not_authenticated', true])
  })

  it('A-92: requires the password if the administrator signed in a while ago', async () => {
    const { client } = await createAdmin()
    const missing = await attempt(client)
    expect(missing.outcome).toEqual([422, 'user.current_password_missing', true])
    expect(missing.answer.body.errors).toHaveProperty('current_password')
    const wrong = await attempt(client, { current_password: 'not this one' })
    expect(wrong.outcome).toEqual([422, 'incorrect_password', true])
    expect((await attempt(client, { current_password: PASSWORD })).answer.status).toBe(200)
  })

  it('A-92: accepts the password inside the wrapper too', async () => {
    const { client } = await createAdmin()
    const inside = await attempt(client, {}, { current_password: PASSWORD })
    // This operation has no wrapper.
    const wrapped = JSON.stringify(make(await world.createUser())[2]).includes('user')
    expect(inside.answer.status).toBe(wrapped ? 200 : 422)
  })

  it('A-92: requires no password within five minutes of a sign-in', async () => {
    const { email } = await createLocalUser(world, { admin: true })
    const { headers } = await login(world, email)
    const cookie = headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    const client = await world.rest()
    const user = await createLocalUser(world)
    const [method, path, body] = make(user)
    const answer = await client.send(method, path, body, { cookie: cookie.join('; ') })
    expect(answer.status).toBe(200)
  })

  it('A-92: counts wrong passwords of the session, and answers 423 after too many', async () => {
    const { client } = await createAdmin()
    const statuses = []
    for (let time = 0; time < 3; time += 1) {
      statuses.push((await attempt(client, { current_password: 'wrong' })).answer.status)
    }
    expect(statuses).toEqual([422, 422, 423])
    expect((await attempt(client, { current_password: PASSWORD })).outcome).toEqual([
      423,
      'account_locked',
      true,
    ])
  })

  it('A-92: requires a new sign-in from an administrator of a provider', async () => {
    const input = { admin: true, provider: 'oidc', uid: unique('uid'), passwordAutomaticallySet: true }
    const admin = await world.createUser(input)
    const client = await world.rest(admin)
    await age(admin, { auth_method: 'oidc' })
    expect((await attempt(client)).outcome).toEqual([403, 'reauthentication_required', true])
    const late = new Date(Date.now() - 290_000)
    await age(admin, { created_at: late })
    expect((await attempt(client)).answer.status).toBe(200)
  })
})

describe('a change that is not privileged', () => {
  it('A-92: is allowed to a token and an old session: names, chat handles and equal values', async () => {
    const { admin, client } = await createAdmin()
    const user = await world.createUser()
    for (const caller of [client, await world.restWithToken(admin, ['write'])]) {
      const same = { name: 'Renamed', slack_user_id: '@them', admin: false, email: user.email.toUpperCase() }
      expect((await caller.patch(`/users/${user.id}`, { user: same })).status).toBe(200)
      const person = { name: 'Robin', email: createEmail() }
      expect((await caller.post('/users/admin_create', { user: person })).status).toBe(200)
    }
  })

  it.each([
    ['email', 5],
    ['email', ['a@b.example']],
    ['admin', 'yes'],
    ['admin', {}],
  ])('A-92: names %s with the value %j as invalid without requiring the password', async (field, value) => {
    const { client } = await createAdmin()
    const { id } = await world.createUser()
    const answers = [
      await client.patch(`/users/${id}`, { user: { [field]: value } }),
      await client.post('/users/admin_create', {
        user: { name: 'Robin', email: createEmail(), [field]: value },
      }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual([field])
    }
  })

  it.each(['true', '1', 1, ' TRUE '])(
    'A-92: grants no admin right for the value %j without the password',
    async (admin) => {
      const { client } = await createAdmin()
      const user = await world.createUser()
      expect((await client.patch(`/users/${user.id}`, { user: { admin } })).status).toBe(422)
      expect(await findRow(user)).toMatchObject({ admin: false })
    },
  )

  it('A-92: answers 404 for an unknown user before it checks the password, and 400 for a missing wrapper', async () => {
    const { client } = await createAdmin()
    expect((await client.patch('/users/999999', { user: { admin: true } })).status).toBe(404)
    expect((await client.delete('/users/999999')).status).toBe(404)
    expect((await client.patch(`/users/${(await world.createUser()).id}`, {})).status).toBe(400)
  })
})

describe('removing the admin right', () => {
  it('A-92: is allowed to a token and an old session, and all administrators get a mail', async () => {
    const { admin, client } = await createAdmin()
    for (const caller of [client, await world.restWithToken(admin, ['admin'])]) {
      const other = await world.createUser({ admin: true })
      const answer = await caller.patch(`/users/${other.id}`, { user: { admin: false } })
      expect(answer.body.user).toMatchObject({ id: other.id, admin: false })
      expect(await findRow(other)).toMatchObject({ admin: false })
      const subjects = (await readMails(world, admin.email)).map(({ subject }) => subject)
      expect(subjects.at(-1)).toBe('Administrator right removed')
    }
  })

  it('A-92: is denied to everyone but system administrators, and to tokens without the scope', async () => {
    const { admin } = await createAdmin()
    const other = await world.createUser({ admin: true })
    const callers = [
      await world.rest(await createLocalUser(world)),
      await world.restWithToken(admin, ['read']),
    ]
    for (const caller of callers) {
      expect((await caller.patch(`/users/${other.id}`, { user: { admin: false } })).status).toBe(403)
    }
    expect(await findRow(other)).toMatchObject({ admin: true })
  })

  it('A-15: is denied for the last system administrator, also by token', async () => {
    const only = await lastAdminWorld.createSystemAdmin()
    for (const caller of [
      await lastAdminWorld.rest(only),
      await lastAdminWorld.restWithToken(only, ['admin']),
    ]) {
      const answer = await caller.patch(`/users/${only.id}`, { user: { admin: false } })
      expect([answer.status, answer.body.reason]).toEqual([422, 'user.last_admin'])
    }
  })
})

describe('system administrators', () => {
  it('A-92: all get a mail about every privileged change, except locked ones', async () => {
    const admins = [await createLocalUser(ownerWorld, { admin: true }), await ownerWorld.createSystemAdmin()]
    const lock = { lockedAt: new Date(), lockReason: 'admin' as const }
    const locked = await ownerWorld.createUser({ admin: true, ...lock })
    const client = await ownerWorld.rest(admins[0])
    for (const [, make] of CHANGES) {
      const [method, path, body] = make(await ownerWorld.createUser())
      expect((await client.send(method, path, body)).status).toBe(200)
    }
    const demoted = await ownerWorld.createUser({ admin: true })
    await client.patch(`/users/${demoted.id}`, { user: { admin: false } })
    for (const { email } of admins) {
      const subjects = (await readMails(ownerWorld, email)).map(({ subject }) => subject)
      expect(subjects).toEqual([
        'Administrator right granted',
        'Address changed by an administrator',
        'Administrator right granted',
        'Administrator created',
        'Password set by an administrator',
        'Reset link created',
        'Account deleted by an administrator',
        'Administrator right removed',
      ])
    }
    expect(await readMails(ownerWorld, locked.email)).toEqual([])
  })
})
