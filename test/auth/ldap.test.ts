import ldap from 'ldapjs'
import { afterAll, describe, expect, it } from 'vitest'
import { escapeFilterValue } from '../../src/auth/external/ldap.ts'
import { createLocalUser, readCookie, PASSWORD } from '../support/accounts.ts'
import { BASE, signInRedirect, signIn } from '../support/directory.ts'
import { rest } from '../support/rest.ts'
import { createOwnWorld, createWorldUnder } from '../support/world.ts'

const binds: string[] = []
const people = [
  { uid: 'ann', password: 'ann-secret', mail: [' ', 'Ann@Example.org'], cn: 'Ann Archer' },
  { uid: 'bob', password: 'bob-secret', mail: 'bob@example.org', cn: 'Bob' },
  { uid: 'cid', password: 'cid-secret', mail: 'cid@example.org', cn: 'Cid' },
  { uid: 'nomail', password: 'x', mail: '' },
]

/** The parts of the server's requests that its handlers use. */
interface Request {
  dn: { toString: () => string }
  credentials: string
  filter: { matches: (entry: object) => boolean }
}
interface Response {
  send: (entry: object) => void
  end: () => void
}

/** A real directory server in this process. */
const directory = ldap.createServer()
directory.bind('', (request: Request, response: Response, next: (error?: unknown) => void) => {
  const dn = request.dn.toString()
  binds.push(dn)
  const known = people.find(({ uid }) => dn.startsWith(`uid=${uid},`))
  const right = dn === 'cn=service' ? 'service-secret' : known?.password
  // Like many directories, it treats an empty password as an anonymous bind.
  if (request.credentials !== '' && request.credentials !== right) {
    return next(new ldap.InvalidCredentialsError())
  }
  response.end()
  return next()
})
directory.search(BASE, (request: Request, response: Response, next: () => void) => {
  for (const { password: _, ...attributes } of people) {
    const entry = {
      dn: `uid=${attributes.uid},${BASE}`,
      attributes: { objectclass: ['person'], ...attributes },
    }
    if (request.filter.matches(entry.attributes)) response.send(entry)
  }
  response.end()
  return next()
})
const port = await new Promise<number>((resolve) => {
  directory.listen(0, '127.0.0.1', () => resolve(Number(new URL(directory.url).port)))
})
afterAll(() => directory.close(() => undefined))

const createSettings = (values: Record<string, string> = {}) => ({
  LDAP_URL: `ldap://127.0.0.1:${port}`,
  LDAP_BASE_DN: BASE,
  LDAP_BIND_DN: 'cn=service',
  LDAP_BIND_PASSWORD: 'service-secret',
  ...values,
})
const world = createWorldUnder(createSettings())
const limited = createOwnWorld(createSettings({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_LOGIN: '3/365d' }))
const lost = createWorldUnder(createSettings({ LDAP_URL: 'ldap://127.0.0.1:1' }))

describe('a directory sign-in', () => {
  it('A-2: creates an account with the first address in lower case', async () => {
    const { status, headers } = await signIn(world, 'ann', 'ann-secret')
    expect([status, headers.get('location')]).toEqual([302, '/app'])
    const cookie = `_service_session=${readCookie(headers, '_service_session')}`
    const me = (await rest(world.app, { cookie }).get('/api/auth/me')).body
    expect(me).toMatchObject({ name: 'Ann Archer', email: 'ann@example.org', provider: 'ldap' })
    const again = await signIn(world, ' ann ', 'ann-secret')
    const other = `_service_session=${readCookie(again.headers, '_service_session')}`
    expect((await rest(world.app, { cookie: other }).get('/api/auth/me')).body.id).toBe(me.id)
  })

  it('accepts a form post from a browser', async () => {
    const body = new URLSearchParams({ username: 'bob', password: 'bob-secret' })
    const response = await world.app.request('/users/auth/ldap/callback', { method: 'POST', body })
    expect(response.headers.get('location')).toBe('/app')
  })

  it('accepts a post to the address that the settings name as its start', async () => {
    const client = await world.rest()
    const [provider] = (await client.get('/api/settings')).body.providers
    const end = async (password: string) =>
      (await client.post(provider.start_path, { username: 'bob', password })).headers.get('location')
    expect(await end('bob-secret')).toBe('/app')
    expect(await end('wrong')).toBe('/app?sign_in_error=invalid_credentials')
    const reader = world.database.queries
    const refused = reader
      .selectFrom('audit_entries')
      .select('changes')
      .where('action', '=', 'sign_in_refused')
      .orderBy('id')
    expect((await refused.execute()).at(-1)?.changes).toMatchObject({ method: 'ldap' })
    expect((await client.get(provider.start_path)).status).toBe(405)
  })

  it.each([
    ['a wrong password', 'ann', 'wrong'],
    ['an unknown name', 'nobody', 'x'],
    ['an empty password', 'ann', ''],
    ['a blank name', ' ', 'x'],
    ['a filter as name', '*', 'ann-secret'],
    ['an injected filter', 'ann)(uid=*', 'ann-secret'],
    ['values of another type', ['ann'], { a: 1 }],
  ])('is rejected with %s', async (_, username, password) => {
    expect(await signInRedirect(world, username, password)).toBe('/app?sign_in_error=invalid_credentials')
  })

  it('is linked to the account whose owner requested it in the same browser', async () => {
    const user = await createLocalUser(world)
    const cookie = await world.createCookie(user)
    const browser = rest(world.app, { cookie })
    const { body } = await browser.post('/users/initiate_link', {
      provider: 'ldap',
      current_password: PASSWORD,
    })
    const { pathname } = new URL(body.redirect_url)
    const { headers } = await browser.post(pathname, { username: 'cid', password: 'cid-secret' })
    expect(headers.get('location')).toBe('/app?linked=true')
    const renewed = `_service_session=${readCookie(headers, '_service_session')}`
    expect((await rest(world.app, { cookie: renewed }).get('/api/auth/me')).body.id).toBe(user.id)
    const reader = world.database.queries
    const identities = await reader
      .selectFrom('identities')
      .select(['provider', 'uid'])
      .where('user_id', '=', user.id)
      .execute()
    expect(identities).toEqual([{ provider: 'ldap', uid: 'cid' }])
  })

  it('never sends an empty password to the directory', async () => {
    binds.length = 0
    await signIn(world, 'ann', '')
    expect(binds).toEqual([])
  })

  it('requires an email address', async () => {
    expect(await signInRedirect(world, 'nomail', 'x')).toBe('/app?sign_in_error=no_email')
  })

  it('A-54: distinguishes an unavailable directory from wrong credentials', async () => {
    expect(await signInRedirect(lost, 'ann', 'ann-secret')).toBe('/app?sign_in_error=provider_unavailable')
  })

  it('A-19: is limited after failures', async () => {
    const ends = []
    for (let time = 0; time < 4; time += 1) ends.push(await signInRedirect(limited, `nobody${time}`, 'x'))
    expect(ends.at(-1)).toBe('/app?sign_in_error=rate_limited')
    expect(ends.slice(0, 3).every((end) => end?.endsWith('invalid_credentials'))).toBe(true)
  })

  it('is rejected for cross-site requests', async () => {
    const answer = await rest(world.app, { 'sec-fetch-site': 'cross-site' }).post(
      '/users/auth/ldap/callback',
      {},
    )
    expect([answer.status, answer.body.reason]).toEqual([403, 'cross_site_request'])
  })

  it('escapes every character that could change a filter', () => {
    expect(escapeFilterValue('a*(b)\\\0')).toBe('a\\2a\\28b\\29\\5c\\00')
  })
})
