import { afterAll, describe, expect, it } from 'vitest'
import { Identity } from '../../entities/identity.ts'
import { User } from '../../entities/user.ts'
import { hasVerifiedEmail } from '../../entities/verified-email.ts'
import { commands } from '../../src/app/admin/commands.ts'
import { digestHex } from '../../src/lib/secrets.ts'
import {
  createLocalUser,
  readAudit,
  login,
  readMails,
  PASSWORD,
  clientWithSession,
} from '../support/accounts.ts'
import { Browser } from '../support/browser.ts'
import { createEmail, unique } from '../support/factories.ts'
import { toOidcSettings, startOidcPeer } from '../support/oidc-peer.ts'
import { createWorldUnder, type World } from '../support/world.ts'

const peer = await startOidcPeer()
afterAll(() => void peer.server.close())
const world = createWorldUnder(toOidcSettings(peer, { MAIL_DIR: '/nowhere' }))
const linking = createWorldUnder(toOidcSettings(peer, { AUTO_LINK_USER: 'true' }))
const confirming = createWorldUnder({ EMAIL_CONFIRMATION_ENABLED: 'true', MAIL_DIR: '/nowhere' })

const NEW = 'Quiet-Heron-88 sings'

const readUser = async (targetWorld: World, email: string) => {
  const user = await targetWorld.database.orm.em.fork().findOne(User, { email })
  if (!user) throw new Error(`no account with the address ${email}`)
  return user
}
const isVerified = async (targetWorld: World, email: string) =>
  hasVerifiedEmail(await readUser(targetWorld, email))
const register = async (targetWorld: World, email: string) => {
  const user = { name: 'Robin', email, password: PASSWORD, password_confirmation: PASSWORD }
  return (await targetWorld.rest()).post('/users', { user })
}
/** The token of this kind in the newest mail to an address. */
const readMailedToken = async (targetWorld: World, email: string, parameter: string) => {
  const texts = (await readMails(targetWorld, email)).map(({ text }) => String(text))
  return new RegExp(`${parameter}=(\\S+)`).exec(texts.findLast((text) => text.includes(parameter)) ?? '')?.[1]
}
const resetPassword = async (targetWorld: World, token: string | undefined) =>
  (await targetWorld.rest()).put('/users/password', {
    user: { reset_password_token: token, password: NEW, password_confirmation: NEW },
  })
const setClaims = (claims: object) => {
  const sub = unique('sub')
  peer.person = { sub, email: `${sub}@example.org`, name: 'Pat Provider', ...claims }
  return String(peer.person['email'])
}

describe('an address', () => {
  it('A-91: is verified by a mailed confirmation, and not by registering', async () => {
    const email = createEmail()
    expect((await register(confirming, email)).status).toBe(201)
    expect(await isVerified(confirming, email)).toBe(false)
    const token = await readMailedToken(confirming, email, 'confirmation_token')
    const anybody = await confirming.rest()
    expect((await anybody.get(`/users/confirmation?confirmation_token=${token}`)).status).toBe(200)
    expect(await isVerified(confirming, email)).toBe(true)
  })

  it('A-91: is verified by a confirmation that its owner requests where registration needs none', async () => {
    const email = createEmail()
    await register(world, email)
    expect(await isVerified(world, email)).toBe(false)
    await (await world.rest()).post('/users/confirmation', { user: { email } })
    const token = await readMailedToken(world, email, 'confirmation_token')
    await (await world.rest()).get(`/users/confirmation?confirmation_token=${token}`)
    expect(await isVerified(world, email)).toBe(true)
    const mails = (await readMails(world, email)).length
    await (await world.rest()).post('/users/confirmation', { user: { email } })
    expect(await readMails(world, email)).toHaveLength(mails)
  })

  it('A-91: is verified by a mailed reset, but not by a link that an administrator hands over', async () => {
    const admin = await world.rest(await world.createSystemAdmin())
    const [mailed, passedOn] = [
      await createLocalUser(world, { emailVerifiedAt: null }),
      await createLocalUser(world, { emailVerifiedAt: null }),
    ]
    await (await world.rest()).post('/users/password', { user: { email: mailed.email } })
    await resetPassword(world, await readMailedToken(world, mailed.email, 'reset_password_token'))
    expect(await isVerified(world, mailed.email)).toBe(true)
    const { body } = await admin.post(`/users/${passedOn.id}/generate_reset_link`)
    const token = new URL(body.reset_url).searchParams.get('reset_password_token') ?? undefined
    expect((await resetPassword(world, token)).status).toBe(200)
    expect(await isVerified(world, passedOn.email)).toBe(false)
  })

  it('A-91: is verified by a mailed unlock link, but not when an administrator unlocks the account', async () => {
    const lock = { lockedAt: new Date(), lockReason: 'failed_attempts' as const }
    const [mailed, unlocked] = [
      await createLocalUser(world, { ...lock, emailVerifiedAt: null }),
      await createLocalUser(world, { ...lock, emailVerifiedAt: null }),
    ]
    await (await world.rest()).post('/users/unlock', { user: { email: mailed.email } })
    const token = await readMailedToken(world, mailed.email, 'unlock_token')
    expect((await (await world.rest()).get(`/users/unlock?unlock_token=${token}`)).status).toBe(200)
    await (await world.rest(await world.createSystemAdmin())).post(`/users/${unlocked.id}/unlock`)
    expect(await isVerified(world, mailed.email)).toBe(true)
    expect(await isVerified(world, unlocked.email)).toBe(false)
  })

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [undefined, false],
    [1, false],
  ])('A-91: is verified by a provider with email_verified %j: %j', async (email_verified, verified) => {
    const email = setClaims({ email_verified })
    await new Browser(world, peer).signIn()
    expect(await isVerified(world, email)).toBe(verified)
    peer.person = { ...peer.person, email_verified: true }
    await new Browser(world, peer).signIn()
    expect(await isVerified(world, email)).toBe(true)
  })

  it('A-91: is verified by a provider only if the provider verified the same address', async () => {
    const email = setClaims({ email_verified: false })
    await new Browser(world, peer).signIn()
    peer.person = { ...peer.person, email: createEmail(), email_verified: true }
    await new Browser(world, peer).signIn()
    expect(await isVerified(world, email)).toBe(false)
  })

  it('A-91: is verified only by a mailed link if an administrator or operator created the account', async () => {
    const admin = await world.rest(await world.createSystemAdmin())
    const [withPassword, mailed, operated] = [createEmail(), createEmail(), createEmail()]
    const create = (user: object) => admin.post('/users/admin_create', { user: { name: 'Robin', ...user } })
    await create({ email: withPassword, password: PASSWORD })
    await create({ email: mailed })
    await commands['create']?.prepare([operated])(world.services)
    for (const email of [withPassword, mailed, operated]) expect(await isVerified(world, email)).toBe(false)
    await commands['reset-password']?.prepare([operated])(world.services)
    expect(await isVerified(world, operated)).toBe(false)
    await resetPassword(world, await readMailedToken(world, mailed, 'reset_password_token'))
    expect(await isVerified(world, mailed)).toBe(true)
  })
})

describe('a new address', () => {
  it('A-91: is not verified until it is confirmed', async () => {
    const user = await createLocalUser(world, { emailVerifiedAt: new Date() })
    const email = createEmail()
    const input = { user: { email, current_password: PASSWORD } }
    expect((await (await world.rest(user)).put('/users', input)).status).toBe(200)
    expect(await isVerified(world, email)).toBe(false)
  })

  it('A-91: is not verified if an administrator sets it', async () => {
    const user = await createLocalUser(world, { emailVerifiedAt: new Date() })
    const email = createEmail()
    const admin = await world.rest(await world.createSystemAdmin())
    expect((await admin.patch(`/users/${user.id}`, { user: { email } })).status).toBe(200)
    expect(await isVerified(world, email)).toBe(false)
  })

  it('A-91: keeps the old one verified while it is pending, and is verified by its confirmation', async () => {
    const user = await createLocalUser(confirming, { emailVerifiedAt: new Date() })
    const email = createEmail()
    await (await confirming.rest(user)).put('/users', { user: { email, current_password: PASSWORD } })
    expect(await isVerified(confirming, user.email)).toBe(true)
    const token = await readMailedToken(confirming, email, 'confirmation_token')
    await (await confirming.rest()).get(`/users/confirmation?confirmation_token=${token}`)
    expect(await isVerified(confirming, email)).toBe(true)
  })
})

describe('a confirmation that is requested again', () => {
  const resend = async (email: string) => {
    expect((await (await confirming.rest()).post('/users/confirmation', { user: { email } })).status).toBe(
      200,
    )
    return (await readMails(confirming, email)).at(-1)
  }
  const findOwner = async (mail: Awaited<ReturnType<typeof resend>>) => {
    const token = /confirmation_token=(\S+)/.exec(String(mail?.['text']))?.[1] ?? ''
    const em = confirming.database.orm.em.fork()
    return (await em.findOne(User, { confirmationTokenDigest: digestHex(token) }))?.id ?? null
  }
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000)

  it('A-13: belongs to the owner of an unconfirmed address, also if another account asks for it', async () => {
    const email = createEmail()
    const pending = { unconfirmedEmail: email, confirmationSentAt: at(2), emailVerifiedAt: at(0) }
    await createLocalUser(confirming, pending)
    const owner = await createLocalUser(confirming, { email, confirmedAt: null, emailVerifiedAt: null })
    await createLocalUser(confirming, pending)
    expect(await findOwner(await resend(email))).toBe(owner.id)
  })

  it('A-13: belongs to the account that last asked to change to an address without an owner', async () => {
    const email = createEmail()
    const [, last] = [
      await createLocalUser(confirming, { unconfirmedEmail: email, confirmationSentAt: at(1) }),
      await createLocalUser(confirming, { unconfirmedEmail: email, confirmationSentAt: at(3) }),
      await createLocalUser(confirming, { unconfirmedEmail: email, confirmationSentAt: at(2) }),
    ]
    expect(await findOwner(await resend(email))).toBe(last?.id)
  })

  it('A-11: of a change to an address with a confirmed account only says that it has one', async () => {
    const email = createEmail()
    const user = await createLocalUser(confirming, { unconfirmedEmail: email, confirmationSentAt: at(1) })
    await createLocalUser(confirming, { email, emailVerifiedAt: at(0) })
    expect(await resend(email)).toMatchObject({ subject: 'You already have an account' })
    const stored = await readUser(confirming, user.email)
    expect(stored.confirmationSentAt).toEqual(at(1))
  })
})

describe('linking by address', () => {
  const createAccount = async (email: string, claims: object = {}) => {
    const user = await createLocalUser(linking, {
      email,
      slackUserId: '@squatter',
      emailVerifiedAt: null,
      ...claims,
    })
    const session = clientWithSession(linking, (await login(linking, email)).headers)
    const token = await linking.restWithToken(user)
    await linking.stored((em) =>
      em.create(Identity, { userId: user.id, provider: 'github', uid: unique('squatter') }),
    )
    return { user, session, token }
  }
  const listMethods = async ({ session, token, user }: Awaited<ReturnType<typeof createAccount>>) => [
    (await session.get('/api/auth/me')).status,
    (await token.get('/api/auth/me')).status,
    (await login(linking, user.email)).status,
  ]
  const readIdentities = (user: User) =>
    linking.database.queries
      .selectFrom('identities')
      .select('provider')
      .where('user_id', '=', user.id)
      .execute()

  it('A-91: removes password, sessions, tokens and sign-ins of an account with an unverified address', async () => {
    const email = setClaims({ email_verified: true })
    const account = await createAccount(email)
    const browser = new Browser(linking, peer)
    expect(await browser.signIn()).toBe('/app')
    expect((await browser.me()).body.id).toBe(account.user.id)
    expect(await listMethods(account)).toEqual([401, 401, 401])
    expect(await readIdentities(account.user)).toEqual([{ provider: 'oidc' }])
    expect(await readUser(linking, email)).toMatchObject({ passwordHash: null, slackUserId: null })
    expect(await isVerified(linking, email)).toBe(true)
    const [entry] = await readAudit(linking, account.user.id, 'credentials_dropped')
    expect(entry?.changes).toEqual({ reason: 'unverified_address', identities: 1 })
    const linked = (await readMails(linking, email)).find(({ subject }) => subject === 'Sign-in linked')
    expect(linked?.['text']).toContain('no longer work')
  })

  it('A-91: keeps password, tokens and sign-ins of an account with a verified address', async () => {
    const email = setClaims({ email_verified: true })
    const account = await createAccount(email, { emailVerifiedAt: new Date() })
    expect(await new Browser(linking, peer).signIn()).toBe('/app')
    expect(await listMethods(account)).toEqual([401, 200, 200])
    expect(await readIdentities(account.user)).toHaveLength(2)
    expect(await readAudit(linking, account.user.id, 'credentials_dropped')).toEqual([])
  })

  it('A-91: invalidates reset and confirmation links that were mailed before', async () => {
    const email = setClaims({ email_verified: true })
    const { user } = await createAccount(email)
    await (await linking.rest()).post('/users/password', { user: { email } })
    await (await linking.rest()).post('/users/confirmation', { user: { email } })
    const reset = await readMailedToken(linking, email, 'reset_password_token')
    const confirmation = await readMailedToken(linking, email, 'confirmation_token')
    expect([reset, confirmation]).not.toContain(undefined)
    await new Browser(linking, peer).signIn()
    expect((await resetPassword(linking, reset)).status).toBe(422)
    const late = await (await linking.rest()).get(`/users/confirmation?confirmation_token=${confirmation}`)
    expect(late.status).toBe(422)
    expect((await readUser(linking, email)).id).toBe(user.id)
  })
})
