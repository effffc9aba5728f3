import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Identity } from '../../entities/identity.ts'
import { createLocalUser, readAudit, readCookie, login, readMails, PASSWORD } from '../support/accounts.ts'
import { Browser } from '../support/browser.ts'
import { unique } from '../support/factories.ts'
import { startOidcPeer, toDeclaredSettings, toOidcSettings } from '../support/oidc-peer.ts'
import { rest } from '../support/rest.ts'
import { createOwnWorld, createWorldUnder, type World } from '../support/world.ts'

const peer = await startOidcPeer()
afterAll(() => {
  peer.server.close()
  broken.close()
})
const world = createWorldUnder(toOidcSettings(peer))
const linking = createWorldUnder(toOidcSettings(peer, { AUTO_LINK_USER: 'true' }))
const slashed = createWorldUnder(toOidcSettings(peer, { OIDC_ISSUER: `${peer.issuer}/` }))
const declared = createWorldUnder(toDeclaredSettings(peer))
const broken = createServer((_, response) => response.writeHead(503).end('busy')).listen(0, '127.0.0.1')
await once(broken, 'listening')
const { port: brokenPort } = z.object({ port: z.int() }).parse(broken.address())
const outages = {
  'down at its token endpoint': createWorldUnder(
    toDeclaredSettings(peer, { OIDC_TOKEN_URL: 'http://127.0.0.1:1/token' }),
  ),
  'broken at its token endpoint': createWorldUnder(
    toDeclaredSettings(peer, { OIDC_TOKEN_URL: `http://127.0.0.1:${brokenPort}/token` }),
  ),
  'broken where its keys are': createWorldUnder(
    toDeclaredSettings(peer, { OIDC_JWKS_URL: `http://127.0.0.1:${brokenPort}/jwks` }),
  ),
}
const strict = createOwnWorld(
  toOidcSettings(peer, { OIDC_ACR_VALUES: 'urn:example:hardware urn:example:two-factors' }),
)
const lost = createWorldUnder(toOidcSettings(peer, { OIDC_ISSUER: 'http://127.0.0.1:1' }))

const createBrowser = (targetWorld: World) => new Browser(targetWorld, peer)

const setClaims = (claims: object = {}) => {
  const sub = unique('sub')
  peer.person = { sub, email: `${sub}@example.org`, email_verified: true, name: 'Pat Provider', ...claims }
  return peer.person
}

describe('a provider’s sign-in', () => {
  it('A-48, A-4: creates an account, and later finds it by the provider’s id only', async () => {
    const person = setClaims()
    const browser = createBrowser(world)
    expect(await browser.signIn()).toBe('/app')
    const { body } = await browser.me()
    expect(body).toMatchObject({
      name: 'Pat Provider',
      email: person['email'],
      admin: false,
      provider: 'oidc',
    })
    peer.person = { ...person, email: 'moved@example.org', name: 'Other' }
    const again = createBrowser(world)
    await again.signIn()
    expect((await again.me()).body).toEqual({ ...body, name: 'Other' })
    expect(await readAudit(world, body.id, 'sign_in')).toHaveLength(2)
  })

  it('uses its own state, nonce and PKCE in its own session', async () => {
    const start = await createBrowser(world).send('POST', '/users/auth/oidc')
    expect(start.status).toBe(302)
    const query = new URL(start.headers.get('location') ?? '').searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: 'http://127.0.0.1:3000/users/auth/oidc/callback',
    })
    expect((query.get('state') ?? '').length).toBeGreaterThan(20)
    expect((query.get('nonce') ?? '').length).toBeGreaterThan(20)
    expect((await createBrowser(world).send('GET', '/users/auth/oidc')).status).toBe(405)
  })

  it.each([1, 2, 3, 4, 5])(
    'A-48: creates one account when the same person signs in from six browsers at once (%i)',
    async () => {
      const person = setClaims()
      const browsers = Array.from({ length: 6 }, () => createBrowser(world))
      const ends = await Promise.all(browsers.map((browser) => browser.signIn()))
      expect(ends).toEqual(Array<string>(6).fill('/app'))
      const users = await world.database.queries
        .selectFrom('users')
        .select('id')
        .where('email', '=', String(person['email']))
        .execute()
      expect(users).toHaveLength(1)
    },
  )

  it.each([
    ['a changed state', (path: string) => path.replace('state=', 'state=x'), 'invalid_response'],
    ['a changed code', (path: string) => path.replace('code=', 'code=x'), 'invalid_response'],
    [
      'a refusal',
      () => '/users/auth/oidc/callback?error=access_denied&error_description=secret',
      'provider_refused',
    ],
    [
      'an outage that the provider reports',
      () => '/users/auth/oidc/callback?error=temporarily_unavailable',
      'provider_unavailable',
    ],
  ])('is rejected with %s', async (_, spoil, code) => {
    setClaims()
    const browser = createBrowser(world)
    expect(await browser.signIn(spoil)).toBe(`/app?sign_in_error=${code}`)
    expect((await browser.me()).status).toBe(401)
  })

  it('is rejected in a browser that did not start it, and when it is repeated', async () => {
    setClaims()
    const start = await createBrowser(world).send('POST', '/users/auth/oidc')
    const back = await peer.walk(start.headers.get('location') ?? '')
    const expired = '/app?sign_in_error=flow_expired'
    expect((await createBrowser(world).send('GET', back)).headers.get('location')).toBe(expired)
    const browser = createBrowser(world)
    let used = ''
    await browser.signIn((path) => (used = path))
    expect((await browser.send('GET', used)).headers.get('location')).toBe(expired)
  })

  it('requires an email address', async () => {
    setClaims({ email: undefined })
    expect(await createBrowser(world).signIn()).toBe('/app?sign_in_error=no_email')
  })

  it('is rejected for locked accounts', async () => {
    const person = setClaims()
    await createBrowser(world).signIn()
    await world.database.queries
      .updateTable('users')
      .set({ locked_at: new Date(), lock_reason: 'admin' })
      .where('email', '=', String(person['email']))
      .execute()
    expect(await createBrowser(world).signIn()).toBe('/app?sign_in_error=account_locked')
  })

  it('is accepted only with one of the authentication methods that the settings require', async () => {
    const ends = []
    for (const acr of ['urn:example:two-factors', 'urn:example:password', undefined]) {
      setClaims()
      peer.acr = acr
      const browser = createBrowser(strict)
      ends.push([await browser.signIn(), (await browser.me()).status])
    }
    peer.acr = undefined
    const refused = ['/app?sign_in_error=insufficient_authentication', 401]
    expect(ends).toEqual([['/app', 200], refused, refused])
    const explained = await (await strict.rest()).get('/docs/api/errors')
    expect(explained.text).toContain('sign_in_error-insufficient_authentication')
    const entries = await strict.database.queries
      .selectFrom('audit_entries')
      .select(['changes', 'occurrences'])
      .where('action', '=', 'sign_in_refused')
      .execute()
    const expectedEntry = { method: 'oidc', reason: 'insufficient_authentication', client: null }
    for (const { changes } of entries) expect(changes).toEqual(expectedEntry)
    expect(entries.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(2)
  })

  it('A-52: ignores one trailing slash of the issuer', async () => {
    setClaims()
    expect(await createBrowser(slashed).signIn()).toBe('/app')
  })

  it.each(Object.entries(outages))(
    'A-56: names an outage of a provider that is %s',
    async (_, targetWorld) => {
      setClaims()
      expect(await createBrowser(targetWorld).signIn()).toBe('/app?sign_in_error=provider_unavailable')
    },
  )

  it('A-56: shows only an error code when the provider is unavailable', async () => {
    const { status, headers } = await createBrowser(lost).send('POST', '/users/auth/oidc')
    expect([status, headers.get('location')]).toEqual([302, '/app?sign_in_error=provider_unavailable'])
    expect((await createBrowser(world).send('POST', '/users/auth/elsewhere')).status).toBe(404)
  })
})

describe('an account with the same email address', () => {
  it('A-49: is not taken over, but linked with its password', async () => {
    const user = await createLocalUser(world)
    const { sub } = setClaims({ email: user.email.toUpperCase() })
    const browser = createBrowser(world)
    expect(await browser.signIn()).toBe('/app?link_pending=true')
    expect((await browser.me()).status).toBe(401)
    const completeLink = (current_password: string) =>
      browser.send('POST', '/users/complete_link', { current_password })
    expect((await completeLink('wrong')).body.reason).toBe('incorrect_password')
    const { status, body } = await completeLink(PASSWORD)
    expect([status, body.id]).toEqual([200, user.id])
    expect((await browser.me()).body.id).toBe(user.id)
    expect((await completeLink(PASSWORD)).body.reason).toBe('identity.no_pending_link')
    expect((await readMails(world, user.email)).at(-1)).toMatchObject({ subject: 'Sign-in linked' })
    const again = createBrowser(world)
    peer.person = { sub, email: user.email }
    await again.signIn()
    expect((await again.me()).body.id).toBe(user.id)
  })

  it('A-50: loses the pending link when the password locks', async () => {
    const user = await createLocalUser(world)
    setClaims({ email: user.email })
    const browser = createBrowser(world)
    await browser.signIn()
    const statuses = []
    for (let time = 0; time < 4; time += 1) {
      statuses.push(
        (await browser.send('POST', '/users/complete_link', { current_password: 'wrong' })).status,
      )
    }
    expect(statuses).toEqual([422, 422, 423, 422])
  })

  it.each([
    [true, '/app'],
    ['true', '/app'],
    [false, '/app?link_pending=true'],
    ['false', '/app?link_pending=true'],
    [undefined, '/app?link_pending=true'],
  ])(
    'A-49: is linked automatically only when the provider verified the address: %j',
    async (email_verified, end) => {
      const user = await createLocalUser(linking)
      setClaims({ email: user.email, email_verified })
      const browser = createBrowser(linking)
      expect(await browser.signIn()).toBe(end)
      expect((await browser.me()).status).toBe(end === '/app' ? 200 : 401)
    },
  )

  it('A-49: is a conflict when it already has another id of the same provider', async () => {
    const person = setClaims()
    await createBrowser(linking).signIn()
    setClaims({ email: person['email'] })
    expect(await createBrowser(linking).signIn()).toBe('/app?sign_in_error=account_conflict')
  })
})

describe('linking by a signed-in user', () => {
  const createSignedIn = async () => {
    const user = await createLocalUser(world)
    const browser = createBrowser(world)
    await browser.send('POST', '/api/auth/login', { email: user.email, password: PASSWORD })
    return { user, browser }
  }
  const link = async (browser: Browser) => {
    const { body } = await browser.send('POST', '/users/initiate_link', {
      provider: 'oidc',
      current_password: PASSWORD,
    })
    return browser.comeBack(body.redirect_url)
  }

  it('A-51: adds the identity to the account', async () => {
    const { user, browser } = await createSignedIn()
    setClaims()
    expect(await link(browser)).toBe('/app?linked=true')
    const again = await browser.send('POST', '/users/initiate_link', {
      provider: 'oidc',
      current_password: PASSWORD,
    })
    expect(again.body.reason).toBe('identity.linked')
    const other = createBrowser(world)
    await other.signIn()
    expect((await other.me()).body.id).toBe(user.id)
    const unknown = await browser.send('POST', '/users/initiate_link', { provider: 'elsewhere' })
    expect(unknown.body.reason).toBe('identity.unknown_provider')
  })

  it('A-51: rejects an identity of another account', async () => {
    setClaims()
    await createBrowser(world).signIn()
    expect(await link((await createSignedIn()).browser)).toBe('/app?sign_in_error=identity_taken')
  })

  it('A-51: can be undone with the password, except for the last way to sign in', async () => {
    const { user, browser } = await createSignedIn()
    setClaims()
    await link(browser)
    const { id } = await world.database.queries
      .selectFrom('identities')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    const unlink = (owner: Browser, body: Record<string, unknown>) =>
      owner.send('POST', '/users/unlink_identity', body)
    expect((await unlink((await createSignedIn()).browser, { identity_id: id })).status).toBe(404)
    expect((await unlink(browser, { identity_id: id, current_password: 'wrong' })).status).toBe(422)
    expect((await unlink(browser, { provider: 'oidc', current_password: PASSWORD })).status).toBe(200)
    expect((await browser.me()).body.provider).toBeNull()
    setClaims()
    const nonMember = createBrowser(world)
    await nonMember.signIn()
    expect((await unlink(nonMember, { provider: 'oidc' })).body.reason).toBe('identity.last_sign_in')
  })
})

describe('signing out of a provider’s session', () => {
  it('returns the address that ends the provider’s own session', async () => {
    setClaims()
    const browser = createBrowser(world)
    await browser.signIn()
    const { body } = await browser.send('DELETE', '/api/auth/logout')
    const url = new URL(body.redirect_url)
    expect(url.origin).toBe(peer.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://127.0.0.1:3000/users/signed_out')
    expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/)
    expect((await browser.me()).status).toBe(401)
    expect((await browser.send('GET', '/users/signed_out')).headers.get('location')).toBe('/app')
  })

  it('A-53: returns no guessed address if the provider publishes none', async () => {
    setClaims()
    const browser = createBrowser(declared)
    expect(await browser.signIn()).toBe('/app')
    const { status, body } = await browser.send('DELETE', '/api/auth/logout')
    expect([status, body.redirect_url]).toEqual([200, undefined])
  })

  it('ends only the local session after a local sign-in', async () => {
    const user = await createLocalUser(world)
    await world.stored((em) => em.create(Identity, { userId: user.id, provider: 'oidc', uid: unique('uid') }))
    const { headers } = await login(world, user.email)
    const cookie = `_service_session=${readCookie(headers, '_service_session')}`
    const { body } = await rest(world.app, { cookie }).delete('/api/auth/logout')
    expect(body.redirect_url).toBeUndefined()
  })
})
