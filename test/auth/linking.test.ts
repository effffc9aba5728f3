import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import {
  createLocalUser,
  readAudit,
  login,
  readMails,
  PASSWORD,
  clientWithSession,
} from '../support/accounts.ts'
import { Browser } from '../support/browser.ts'
import { unique } from '../support/factories.ts'
import { toOidcSettings, startOidcPeer } from '../support/oidc-peer.ts'
import { createOwnWorld, createWorldUnder, type World } from '../support/world.ts'

const peer = await startOidcPeer()
afterAll(() => void peer.server.close())
const world = createOwnWorld(toOidcSettings(peer, { FIRST_USER_ADMIN: 'true' }))
const linking = createWorldUnder(toOidcSettings(peer, { AUTO_LINK_USER: 'true' }))
const confirming = createWorldUnder(
  toOidcSettings(peer, { AUTO_LINK_USER: 'true', EMAIL_CONFIRMATION_ENABLED: 'true', MAIL_DIR: '/nowhere' }),
)

const createBrowser = (targetWorld: World) => new Browser(targetWorld, peer)
const setClaims = (claims: object = {}) => {
  const sub = unique('sub')
  peer.person = { sub, email: `${sub}@example.org`, email_verified: true, name: 'Pat Provider', ...claims }
  return peer.person
}
const readIdentities = (targetWorld: World, { id }: { id: number }) =>
  targetWorld.database.queries
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
const readSubjects = async (targetWorld: World, { email }: User) =>
  (await readMails(targetWorld, email)).map((mail) => String(mail['subject']))
const createSignedIn = async (targetWorld: World) => {
  const user = await createLocalUser(targetWorld)
  const browser = createBrowser(targetWorld)
  await browser.send('POST', '/api/auth/login', { email: user.email, password: PASSWORD })
  return { user, browser }
}
const requestLink = async (browser: Browser) =>
  String(
    (await browser.send('POST', '/users/initiate_link', { provider: 'oidc', current_password: PASSWORD }))
      .body.redirect_url,
  )

/** Makes the pending data in the sessions of a person, or of anonymous browsers, expire. */
const expire = (targetWorld: World, column: 'link_intent' | 'pending_link' | 'provider_flow') =>
  sql`update sessions set ${sql.ref(column)} = jsonb_set(${sql.ref(column)}, '{expiresAt}', '"2020-01-01T00:00:00Z"')
    where ${sql.ref(column)} is not null`.execute(targetWorld.database.queries)

describe('a first external sign-in', () => {
  it('makes the first person an administrator if the settings say so, and no later person', async () => {
    const admins = []
    for (let time = 0; time < 2; time += 1) {
      setClaims()
      const browser = createBrowser(world)
      await browser.signIn()
      admins.push((await browser.me()).body.admin)
    }
    expect(admins).toEqual([true, false])
  })

  it('uses the provider’s name for the person if the provider sends no personal name', async () => {
    setClaims({ name: undefined })
    const browser = createBrowser(world)
    await browser.signIn()
    expect((await browser.me()).body.name).toBe('Staff sign-in user')
  })

  it('a first external sign-in to an account that stores the provider and uid itself creates its identity', async () => {
    const { sub } = setClaims()
    const user = await world.createUser({ provider: 'oidc', uid: sub })
    const browser = createBrowser(world)
    expect(await browser.signIn()).toBe('/app')
    expect((await browser.me()).body).toMatchObject({ id: user.id, email: user.email })
    expect(await readIdentities(world, user)).toMatchObject([{ provider: 'oidc', uid: sub }])
  })

  it('A-4, A-48: repeated sign-ins refresh the provider’s claims, and only the name of the account', async () => {
    const person = setClaims()
    const browser = createBrowser(world)
    await browser.signIn()
    const { body } = await browser.me()
    peer.person = { ...person, email: 'asserted@example.org', name: 'Other' }
    await createBrowser(world).signIn()
    const [identity] = await readIdentities(world, body)
    expect(identity?.email).toBe('asserted@example.org')
    expect(Date.parse(identity?.last_sign_in_at ?? '')).toBeGreaterThan(
      Date.parse(identity?.created_at ?? ''),
    )
    expect((await browser.me()).body).toEqual({ ...body, name: 'Other' })
  })
})

describe('an account that the provider’s address leads to', () => {
  it('A-51: is linked automatically with a mail and an audit entry, and its other sessions end', async () => {
    const user = await createLocalUser(linking)
    const before = await login(linking, user.email)
    setClaims({ email: user.email })
    expect(await createBrowser(linking).signIn()).toBe('/app')
    expect((await clientWithSession(linking, before.headers).get('/api/auth/me')).status).toBe(401)
    expect(await readSubjects(linking, user)).toContain('Sign-in linked')
    const entries = await readAudit(linking, user.id, 'create')
    expect(entries.map(({ auditable_type: type }) => type)).toContain('Identity')
  })

  it.each([
    ['locked', { lockedAt: new Date(), lockReason: 'admin' as const }, 'account_locked'],
    [
      'locked by failures',
      { lockedAt: new Date(), lockReason: 'failed_attempts' as const },
      'account_locked',
    ],
    ['not confirmed', { confirmedAt: null }, 'account_unconfirmed'],
  ])('is neither linked nor revealed while it is %s', async (_, claims, reason) => {
    const user = await createLocalUser(confirming, claims)
    setClaims({ email: user.email })
    const browser = createBrowser(confirming)
    expect(await browser.signIn()).toBe(`/app?sign_in_error=${reason}`)
    expect(await readIdentities(confirming, user)).toEqual([])
    expect(await readSubjects(confirming, user)).toEqual([])
    expect((await browser.me()).status).toBe(401)
  })

  it('is not linked by its password while it is unconfirmed', async () => {
    const user = await createLocalUser(confirming, { confirmedAt: null })
    setClaims({ email: user.email, email_verified: false })
    const browser = createBrowser(confirming)
    expect(await browser.signIn()).toBe('/app?link_pending=true')
    const { status, body } = await browser.send('POST', '/users/complete_link', {
      current_password: PASSWORD,
    })
    expect([status, body.reason]).toEqual([422, 'identity.unconfirmed'])
    expect(await readIdentities(confirming, user)).toEqual([])
  })

  it('is linked by its password within ten minutes, which ends its other sessions', async () => {
    const user = await createLocalUser(linking)
    const before = await login(linking, user.email)
    setClaims({ email: user.email, email_verified: false })
    const browser = createBrowser(linking)
    const completeLink = () => browser.send('POST', '/users/complete_link', { current_password: PASSWORD })
    await browser.signIn()
    await expire(linking, 'pending_link')
    expect((await completeLink()).body.reason).toBe('identity.no_pending_link')
    await browser.signIn()
    expect((await completeLink()).status).toBe(200)
    expect((await clientWithSession(linking, before.headers).get('/api/auth/me')).status).toBe(401)
    expect((await browser.me()).body.id).toBe(user.id)
  })

  it('an account that the provider’s address leads to stays closed to an external sign-in that took more than ten minutes', async () => {
    setClaims()
    const browser = createBrowser(world)
    const start = await browser.send('POST', '/users/auth/oidc')
    await expire(world, 'provider_flow')
    const end = await browser.comeBack(start.headers.get('location') ?? '')
    expect(end).toBe('/app?sign_in_error=flow_expired')
  })
})

describe('a request to link an account', () => {
  it('A-51: ends the other sessions once it completes, and renews the id of the current session', async () => {
    const { user, browser } = await createSignedIn(world)
    const otherSession = await login(world, user.email)
    setClaims()
    expect(await browser.comeBack(await requestLink(browser))).toBe('/app?linked=true')
    expect((await clientWithSession(world, otherSession.headers).get('/api/auth/me')).status).toBe(401)
    expect((await browser.me()).body.id).toBe(user.id)
    expect(await readSubjects(world, user)).toContain('Sign-in linked')
  })

  it('expires after ten minutes, and a later provider sign-in is a plain sign-in', async () => {
    const { user, browser } = await createSignedIn(world)
    const { email } = setClaims()
    const start = await requestLink(browser)
    await expire(world, 'link_intent')
    expect(await browser.comeBack(start)).toBe('/app')
    expect((await browser.me()).body.email).toBe(email)
    expect(await readIdentities(world, user)).toEqual([])
  })

  it('A-50: applies only to the sign-in flow that it started, not to a later plain sign-in', async () => {
    const { user, browser } = await createSignedIn(world)
    const { email } = setClaims()
    await requestLink(browser)
    expect(await browser.signIn()).toBe('/app')
    expect((await browser.me()).body.email).toBe(email)
    expect(await readIdentities(world, user)).toEqual([])
  })
})
