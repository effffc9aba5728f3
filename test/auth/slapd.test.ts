import { setDefaultCACertificates, getCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { clientWithSession } from '../support/accounts.ts'
import { BASE, signInRedirect, signIn } from '../support/directory.ts'
import { findFreePort, startSlapd, type Slapd } from '../support/slapd.ts'
import { createWorldUnder } from '../support/world.ts'

const BINARY = process.env['TEST_SLAPD'] ?? ''
const ROOT = 'dc=example,dc=org'
const INVALID = '/app?sign_in_error=invalid_credentials'
const UNAVAILABLE = '/app?sign_in_error=provider_unavailable'

const toEntry = (dn: string, ...lines: string[]) => `dn: ${dn}\n${lines.join('\n')}\n`
const toBase64 = (text: string) => Buffer.from(text).toString('base64')
const toPersonEntry = (uid: string, password: string, ...lines: string[]) => [
  `dn:: ${toBase64(`uid=${uid},${BASE}`)}`,
  'objectClass: inetOrgPerson',
  `uid:: ${toBase64(uid)}`,
  `userPassword:: ${toBase64(password)}`,
  'sn: Someone',
  ...lines,
  '',
]
const ldif = [
  toEntry(ROOT, 'objectClass: dcObject', 'objectClass: organization', 'o: Example'),
  toEntry(BASE, 'objectClass: organizationalUnit'),
  toEntry(
    `cn=service,${ROOT}`,
    'objectClass: applicationProcess',
    'objectClass: simpleSecurityObject',
  ).concat('userPassword: service-secret\n'),
  ...toPersonEntry(
    'Ann',
    'ann-secret',
    'cn: Ann Archer',
    'mail: Ann@Example.org',
    'mail: second@example.org',
  ),
  ...toPersonEntry('zoë', 'pässwörd', 'cn: Zoe', `displayName:: ${toBase64('Zoë')}`, 'mail: zoe@example.org'),
].join('\n')

const createSettings = (port: number, values: Record<string, string> = {}) => ({
  LDAP_URL: `ldap://127.0.0.1:${port}`,
  LDAP_BASE_DN: BASE,
  LDAP_BIND_DN: `cn=service,${ROOT}`,
  LDAP_BIND_PASSWORD: 'service-secret',
  ...values,
})
const [port, otherPort] = [await findFreePort(), await findFreePort()]

// The log may arrive after the answer, on a busy machine much later.
const TIMEOUT_MS = { timeout: 30_000 }

describe.skipIf(BINARY === '')(
  'a directory sign-in at a real slapd (skipped unless TEST_SLAPD names it)',
  () => {
    let slapd: Slapd | undefined
    beforeAll(async () => {
      slapd = await startSlapd(BINARY, port, ldif)
    })
    afterAll(() => slapd?.stop())
    const log = () => slapd?.log() ?? ''

    const world = createWorldUnder(createSettings(port))
    const filtered = createWorldUnder(createSettings(port, { LDAP_FILTER: '(objectClass=person)' }))
    const encrypted = createWorldUnder(createSettings(port, { LDAP_START_TLS: 'true' }))
    const misled = createWorldUnder(createSettings(port, { LDAP_BIND_PASSWORD: 'wrong' }))
    const stopping = createWorldUnder(createSettings(otherPort))

    it('creates an account from the uid and the first of several addresses', async () => {
      const { status, headers } = await signIn(world, 'ann', 'ann-secret')
      expect([status, headers.get('location')]).toEqual([302, '/app'])
      const me = (await clientWithSession(world, headers).get('/api/auth/me')).body
      expect(me).toMatchObject({ name: 'Ann Archer', email: 'ann@example.org', provider: 'ldap' })
      const again = await signIn(world, ' ANN ', 'ann-secret')
      expect((await clientWithSession(world, again.headers).get('/api/auth/me')).body.id).toBe(me.id)
    })

    it('accepts names and passwords beyond ASCII, and prefers the display name', async () => {
      const { headers } = await signIn(filtered, 'zoë', 'pässwörd')
      const me = (await clientWithSession(filtered, headers).get('/api/auth/me')).body
      expect(me).toMatchObject({ name: 'Zoë', email: 'zoe@example.org' })
    })

    it.each([
      ['a wrong password', 'ann', 'wrong'],
      ['the password of another', 'ann', 'pässwörd'],
      ['an unknown name', 'nobody', 'ann-secret'],
      ['any name', '*', 'ann-secret'],
      ['the beginning of a name', 'a*', 'ann-secret'],
      ['a second condition', 'ann)(uid=*', 'ann-secret'],
      ['an alternative', 'x)(|(uid=ann)', 'ann-secret'],
      ['a backslash', 'ann\\', 'ann-secret'],
      ['a zero byte', 'ann\0', 'ann-secret'],
    ])('is rejected with %s, for the default and for a combined filter', async (_, name, password) => {
      expect(await signInRedirect(world, name, password)).toBe(INVALID)
      expect(await signInRedirect(filtered, name, password)).toBe(INVALID)
    })

    it('searches the server for the literal name', async () => {
      await signInRedirect(filtered, 'b)(uid=*', 'x')
      const expectedFilter = 'filter="(&(objectclass=person)(uid=b\\29\\28uid=\\2a))"'
      await vi.waitUntil(() => log().toLowerCase().includes(expectedFilter), TIMEOUT_MS)
    })

    it('never sends an empty password to the server', async () => {
      const mark = async (name: string) => {
        expect(await signInRedirect(world, name, 'x')).toBe(INVALID)
        await vi.waitUntil(() => log().includes(`filter="(uid=${name})"`), TIMEOUT_MS)
        return log().split(' ACCEPT from ').length
      }
      const before = await mark('before')
      expect(await signInRedirect(world, 'ann', '')).toBe(INVALID)
      expect(await mark('after')).toBe(before + 1)
    })

    it('distinguishes a rejected service account from wrong credentials', async () => {
      expect(await signInRedirect(misled, 'ann', 'ann-secret')).toBe(UNAVAILABLE)
    })

    it('StartTLS: binds to a server only when its certificate is trusted', async () => {
      expect(await signInRedirect(encrypted, 'ann', 'ann-secret')).toBe(UNAVAILABLE)
      expect(encrypted.logged.some((line) => line.includes('self-signed certificate'))).toBe(true)
      const usual = getCACertificates('default')
      setDefaultCACertificates([...usual, slapd?.certificate ?? ''])
      try {
        expect(await signInRedirect(encrypted, 'ann', 'ann-secret')).toBe('/app')
        expect(await signInRedirect(encrypted, 'ann', 'wrong')).toBe(INVALID)
      } finally {
        setDefaultCACertificates(usual)
      }
      const countConnections = (did: string) =>
        [...log().matchAll(new RegExp(`(conn=\\d+) ${did}`, 'g'))].map(([, connection]) => connection)
      await vi.waitFor(() => {
        const upgraded = countConnections('op=0 STARTTLS')
        expect(upgraded).toHaveLength(3)
        expect(countConnections('op=1 BIND dn="cn=service,.*method=')).toEqual(upgraded.slice(1))
      }, TIMEOUT_MS)
    })

    it('distinguishes a stopped server from wrong credentials', async () => {
      const other = await startSlapd(BINARY, otherPort, ldif)
      try {
        expect(await signInRedirect(stopping, 'ann', 'ann-secret')).toBe('/app')
      } finally {
        await other.stop()
      }
      expect(await signInRedirect(stopping, 'ann', 'ann-secret')).toBe(UNAVAILABLE)
      expect(await signInRedirect(stopping, 'ann', 'wrong')).toBe(UNAVAILABLE)
    })
  },
)
