import { describe, expect, it, afterAll } from 'vitest'
import { Identity } from '../../entities/identity.ts'
import type { User } from '../../entities/user.ts'
import { createLocalUser, createToken, readAudit, login, readMails, PASSWORD } from '../support/accounts.ts'
import { Browser } from '../support/browser.ts'
import { unique } from '../support/factories.ts'
import { toOidcSettings, startOidcPeer } from '../support/oidc-peer.ts'
import { createWorldUnder, type World } from '../support/world.ts'

const peer = await startOidcPeer()
afterAll(() => void peer.server.close())
const world = createWorldUnder(toOidcSettings(peer))
const confirming = createWorldUnder({ EMAIL_CONFIRMATION_ENABLED: 'true', MAIL_DIR: '/nowhere' })
const noPasswords = createWorldUnder({ ...toOidcSettings(peer), LOCAL_LOGIN_ENABLED: 'false' })

const NEW = 'Quiet-Heron-88 sings'
const IF_NOT_YOU = 'If this was not you'

const readIdentities = (targetWorld: World, { id }: { id: number }) =>
  targetWorld.database.queries.selectFrom('identities').select('provider').where('user_id', '=', id).execute()
const readTexts = async (targetWorld: World, email: string, subject: string) =>
  (await readMails(targetWorld, email))
    .filter((mail) => mail['subject'] === subject)
    .map((mail) => String(mail['text']))
const linkIdentity = (targetWorld: World, user: User, provider = 'oidc') =>
  targetWorld.stored((em) => em.create(Identity, { userId: user.id, provider, uid: unique('uid') }))
const createStolenSession = async (targetWorld: World, user: User) => {
  const thief = new Browser(targetWorld, peer)
  await thief.send('POST', '/api/auth/login', { email: user.email, password: PASSWORD })
  return thief
}
/** A user who signed in through a provider this many seconds ago. */
const createProviderUser = async (targetWorld: World, secondsAgo: number) => {
  const user = await targetWorld.createUser({
    provider: 'oidc',
    uid: unique('uid'),
    passwordAutomaticallySet: true,
  })
  const client = await targetWorld.rest(user)
  const signedIn = { auth_method: 'oidc', created_at: new Date(Date.now() - secondsAgo * 1000) }
  await targetWorld.database.queries
    .updateTable('sessions')
    .set(signedIn)
    .where('user_id', '=', user.id)
    .execute()
  return { user, client }
}

describe('a stolen session', () => {
  it('does not link the thief’s provider account, with or without a password guess', async () => {
    const user = await createLocalUser(world)
    const thief = await createStolenSession(world, user)
    peer.person = { sub: unique('thief'), email: 'thief@example.org', email_verified: true, name: 'Thief' }
    for (const guess of [{}, { current_password: null }, { current_password: '' }]) {
      const { status, body } = await thief.send('POST', '/users/initiate_link', {
        provider: 'oidc',
        ...guess,
      })
      expect([status, body.reason]).toEqual([422, 'incorrect_password'])
    }
    expect(await thief.signIn()).toBe('/app')
    expect((await thief.me()).body.email).toBe('thief@example.org')
    expect(await readIdentities(world, user)).toEqual([])
  })

  it('locks the account when it guesses the password for a link', async () => {
    const user = await createLocalUser(world)
    const thief = await createStolenSession(world, user)
    const statuses = []
    for (let time = 0; time < 4; time += 1) {
      const guess = { provider: 'oidc', current_password: `guess ${time}` }
      statuses.push((await thief.send('POST', '/users/initiate_link', guess)).status)
    }
    expect(statuses).toEqual([422, 422, 423, 423])
    const right = { provider: 'oidc', current_password: PASSWORD }
    expect((await thief.send('POST', '/users/initiate_link', right)).body.reason).toBe('account_locked')
  })

  it('a stolen session of a system administrator cannot change how its owner signs in', async () => {
    const admin = await createLocalUser(world, { admin: true })
    const client = await world.rest(admin)
    const attempts = [
      await client.post(`/users/${admin.id}/set_password`, { user: { password: NEW } }),
      await client.post(`/users/${admin.id}/generate_reset_link`),
      await client.patch(`/users/${admin.id}`, { user: { email: `${unique('thief')}@example.org` } }),
    ]
    for (const { status, body } of attempts) expect([status, body.reason]).toEqual([422, 'user.own_sign_in'])
    expect((await client.patch(`/users/${admin.id}`, { user: { email: admin.email } })).status).toBe(200)
    expect((await login(world, admin.email)).status).toBe(200)
  })
})

describe('a user without a password', () => {
  const methods = [
    ['links a provider', 'POST', '/users/initiate_link', { provider: 'oidc' }],
    ['removes one', 'POST', '/users/unlink_identity', { provider: 'other' }],
    [
      'makes a token',
      'POST',
      '/personal_access_tokens',
      { personal_access_token: { name: 'CI', scopes: ['read'] } },
    ],
    ['chooses a first password', 'PUT', '/users', { user: { password: NEW, password_confirmation: NEW } }],
  ] as const

  it.each(methods)(
    '%s only within five minutes of a sign-in with the provider',
    async (_, method, path, body) => {
      for (const [secondsAgo, status] of [
        [310, 403],
        [290, path === '/personal_access_tokens' ? 201 : 200],
      ] as const) {
        const { user, client } = await createProviderUser(world, secondsAgo)
        await linkIdentity(world, user, 'other')
        if (path === '/users/unlink_identity') await linkIdentity(world, user, 'third')
        const answer = await client.send(method, path, body)
        expect([answer.status, answer.body.reason]).toEqual([
          status,
          status === 403 ? 'reauthentication_required' : undefined,
        ])
      }
    },
  )

  it('cannot use a session that started locally, or a token, instead', async () => {
    const { user, client } = await createProviderUser(world, 10)
    const local = { auth_method: 'local' }
    await world.database.queries.updateTable('sessions').set(local).where('user_id', '=', user.id).execute()
    const link = await client.post('/users/initiate_link', { provider: 'oidc' })
    expect(link.body.reason).toBe('reauthentication_required')
    const withToken = await world.restWithToken(user)
    const input = { user: { password: NEW, password_confirmation: NEW } }
    expect((await withToken.put('/users', input)).body.reason).toBe('reauthentication_required')
  })
})

describe('the account owner', () => {
  it('A-16: is notified of a changed address at the old and the new one', async () => {
    const user = await createLocalUser(world)
    const email = `${unique('new')}@example.org`
    const input = { user: { email, current_password: PASSWORD } }
    expect((await (await world.rest(user)).put('/users', input)).status).toBe(200)
    for (const address of [user.email, email]) {
      const [text] = await readTexts(world, address, 'Email changed')
      expect(text).toContain(email)
      expect(text).toContain(IF_NOT_YOU)
    }
  })

  it('is notified at both addresses when an administrator changes the address', async () => {
    const user = await createLocalUser(world)
    const admin = await world.rest(await world.createSystemAdmin())
    const email = `${unique('new')}@example.org`
    expect((await admin.patch(`/users/${user.id}`, { user: { email } })).status).toBe(200)
    for (const address of [user.email, email]) {
      expect(await readTexts(world, address, 'Email changed')).toEqual([
        expect.stringContaining('An administrator'),
      ])
    }
  })

  it('is notified again once a new address is confirmed', async () => {
    const user = await createLocalUser(confirming)
    const email = `${unique('new')}@example.org`
    const client = await confirming.rest(user)
    await client.put('/users', { user: { email, current_password: PASSWORD } })
    expect(await readTexts(confirming, user.email, 'Email changed')).toHaveLength(1)
    const [mail] = await readTexts(confirming, email, 'Confirmation instructions')
    const token = /confirmation_token=(\S+)/.exec(mail ?? '')?.[1] ?? ''
    const anybody = await confirming.rest()
    expect((await anybody.get(`/users/confirmation?confirmation_token=${token}`)).status).toBe(200)
    expect(await readTexts(confirming, user.email, 'Email changed')).toHaveLength(2)
    expect(await readTexts(confirming, email, 'Email changed')).toHaveLength(1)
  })

  it('A-16: cancels an unconfirmed change of address by setting a new password', async () => {
    const user = await createLocalUser(confirming)
    const email = `${unique('thief')}@example.org`
    const client = await confirming.rest(user)
    await client.put('/users', { user: { email, current_password: PASSWORD } })
    const [mail] = await readTexts(confirming, email, 'Confirmation instructions')
    const token = /confirmation_token=(\S+)/.exec(mail ?? '')?.[1] ?? ''
    const change = { password: NEW, password_confirmation: NEW, current_password: PASSWORD }
    expect((await client.put('/users', { user: change })).status).toBe(200)
    const late = await (await confirming.rest()).get(`/users/confirmation?confirmation_token=${token}`)
    expect([late.status, late.body.reason]).toEqual([422, 'confirmation.invalid_token'])
    const storedTokens = confirming.database.queries.selectFrom('users').where('id', '=', user.id)
    expect(await storedTokens.select(['email', 'unconfirmed_email']).execute()).toEqual([
      { email: user.email, unconfirmed_email: null },
    ])
    expect((await login(confirming, user.email, NEW)).status).toBe(200)
  })

  it('may change address and password in one request', async () => {
    const user = await createLocalUser(confirming)
    const email = `${unique('new')}@example.org`
    const change = { email, password: NEW, password_confirmation: NEW, current_password: PASSWORD }
    expect((await (await confirming.rest(user)).put('/users', { user: change })).status).toBe(200)
    const [mail] = await readTexts(confirming, email, 'Confirmation instructions')
    const token = /confirmation_token=(\S+)/.exec(mail ?? '')?.[1] ?? ''
    await (await confirming.rest()).get(`/users/confirmation?confirmation_token=${token}`)
    expect((await login(confirming, email, NEW)).status).toBe(200)
  })

  it('gets instructions in the notification about a new token', async () => {
    const user = await createLocalUser(world)
    const input = { name: 'CI', scopes: ['read'], current_password: PASSWORD }
    const { status } = await (
      await world.rest(user)
    ).post('/personal_access_tokens', {
      personal_access_token: input,
    })
    expect(status).toBe(201)
    expect(await readTexts(world, user.email, 'Access token created')).toEqual([
      expect.stringContaining(IF_NOT_YOU),
    ])
  })
})

describe('a new password and linked sign-ins', () => {
  const chosen = { password: NEW, password_confirmation: NEW }
  const methods: [string, (targetWorld: World, user: User, values: object) => Promise<number>][] = [
    [
      'by its owner',
      async (targetWorld, user, values) => {
        const input = { current_password: PASSWORD, ...chosen, ...values }
        return (await (await targetWorld.rest(user)).put('/users', { user: input })).status
      },
    ],
    [
      'by a reset',
      async (targetWorld, user, values) => {
        const admin = await targetWorld.rest(await targetWorld.createSystemAdmin())
        const { body } = await admin.post(`/users/${user.id}/generate_reset_link`)
        const token = new URL(body.reset_url).searchParams.get('reset_password_token')
        const input = { reset_password_token: token, ...chosen, ...values }
        return (await (await targetWorld.rest()).put('/users/password', { user: input })).status
      },
    ],
    [
      'by an administrator',
      async (targetWorld, user, values) => {
        const admin = await targetWorld.rest(await targetWorld.createSystemAdmin())
        const input = { user: { password: NEW, ...values } }
        return (await admin.post(`/users/${user.id}/set_password`, input)).status
      },
    ],
  ]

  it.each(methods)('A-28: %s: keeps them, and the mail names them', async (_, set) => {
    const user = await createLocalUser(world)
    await linkIdentity(world, user)
    expect(await set(world, user, {})).toBe(200)
    expect(await readIdentities(world, user)).toEqual([{ provider: 'oidc' }])
    const [text] = await readTexts(world, user.email, 'Password changed')
    expect(text).toContain('- oidc')
    expect(text).toContain(IF_NOT_YOU)
  })

  it.each(methods)(
    'A-28: %s: they are removed on request, and tokens only if that is requested too',
    async (_, set) => {
      const user = await createLocalUser(world)
      await linkIdentity(world, user)
      const { client } = await createToken(world, user)
      expect(await set(world, user, { unlink_identities: 'perhaps' })).toBe(422)
      expect(await readIdentities(world, user)).toHaveLength(1)
      expect(await set(world, user, { unlink_identities: true })).toBe(200)
      expect(await readIdentities(world, user)).toEqual([])
      expect((await client.get('/api/auth/me')).status).toBe(200)
      const [text] = await readTexts(world, user.email, 'Password changed')
      expect(text).not.toContain('- oidc')
      expect(await readAudit(world, user.id, 'destroy')).toMatchObject([{ auditable_type: 'Identity' }])
    },
  )

  it('A-28: turns a provider account into one with only a password', async () => {
    const { user, client } = await createProviderUser(world, 10)
    await linkIdentity(world, user)
    expect((await client.put('/users', { user: { ...chosen, unlink_identities: true } })).status).toBe(200)
    expect((await login(world, user.email, NEW)).body.provider).toBeNull()
  })

  it('keeps linked sign-ins where password sign-in is disabled', async () => {
    const user = await createLocalUser(noPasswords)
    await linkIdentity(noPasswords, user)
    const input = { current_password: PASSWORD, ...chosen, unlink_identities: true }
    const { status, body } = await (await noPasswords.rest(user)).put('/users', { user: input })
    expect([status, body.reason]).toEqual([422, 'identity.last_sign_in'])
    expect(await readIdentities(noPasswords, user)).toHaveLength(1)
  })
})
