import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import ldap from 'ldapjs'
import { afterAll, describe, expect, it } from 'vitest'
import { createDirectoryConnection } from '../../src/auth/external/directory-connection.ts'
import { Browser } from '../support/browser.ts'
import { BASE, signInRedirect } from '../support/directory.ts'
import { unique } from '../support/factories.ts'
import { startOidcPeer, toDeclaredSettings, toOidcSettings } from '../support/oidc-peer.ts'
import { createWorldUnder } from '../support/world.ts'

const peer = await startOidcPeer()
/** Answers everything with two megabytes of JSON. */
const huge = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ keys: [], padding: 'x'.repeat(2_000_000) }))
})
huge.listen(0, '127.0.0.1')
await once(huge, 'listening')
const hugeAddress = `http://127.0.0.1:${readPort(huge.address())}`

/** The number of directory entries of a person, and the size of each. */
const people: Record<string, { entries: number; name: string; uid?: string }> = {
  usual: { entries: 1, name: 'Usual' },
  large: { entries: 1, name: 'x'.repeat(2_000_000) },
  many: { entries: 20_000, name: 'Many' },
  odd: { entries: 1, name: 'Odd', uid: 'o'.repeat(5000) },
}
interface Response {
  send: (entry: object) => void
  end: () => void
}
const directory = ldap.createServer()
directory.bind('', (_: unknown, response: Response, next: () => void) => {
  response.end()
  return next()
})
directory.search(
  BASE,
  (request: { filter: { toString: () => string } }, response: Response, next: () => void) => {
    const requestedUid = /uid=(\w+)/.exec(request.filter.toString())?.[1] ?? ''
    const { entries, name, uid = requestedUid } = people[requestedUid] ?? { entries: 0, name: '' }
    for (let index = 0; index < entries; index += 1) {
      const attributes = { objectclass: ['person'], uid, cn: name, mail: `${requestedUid}@example.org` }
      response.send({ dn: `uid=${requestedUid}${index || ''},${BASE}`, attributes })
    }
    response.end()
    return next()
  },
)
const port = await new Promise<number>((resolve) => {
  directory.listen(0, '127.0.0.1', () => resolve(Number(new URL(directory.url).port)))
})
afterAll(() => {
  peer.server.close()
  huge.close()
  directory.close(() => undefined)
})

function readPort(address: unknown): number {
  return typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0
}

const world = createWorldUnder({
  LDAP_URL: `ldap://127.0.0.1:${port}`,
  LDAP_BASE_DN: BASE,
})

describe('a directory', () => {
  it.each([
    ['usual', '/app'],
    ['large', '/app?sign_in_error=provider_unavailable'],
    ['many', '/app?sign_in_error=provider_unavailable'],
    ['odd', '/app?sign_in_error=invalid_response'],
  ])('is read only up to the size limit of its answer: %s', async (name, end) => {
    expect(await signInRedirect(world, name, 'secret')).toBe(end)
  })

  it('a directory that stops answering is abandoned after the timeout', async () => {
    const silent = createSocketServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { options, end } = createDirectoryConnection(1000, 100)
    const socket = options.createConnection?.(readPort(silent.address()), '127.0.0.1')
    const error = await new Promise<Error>((resolve) => socket?.once('error', resolve))
    expect(error.message).toContain('took more than')
    end()
    silent.close()
  })
})

/** A provider whose addresses are all in the settings, one of which returns an oversized answer. */
const createProvider = (name: string, path: string) =>
  createWorldUnder(toDeclaredSettings(peer, { [name]: `${hugeAddress}${path}` }))

describe('a provider', () => {
  const worlds = {
    token: createProvider('OIDC_TOKEN_URL', '/token'),
    userinfo: createProvider('OIDC_USERINFO_URL', '/me'),
  }

  const described = createWorldUnder(toOidcSettings(peer, { OIDC_ISSUER: hugeAddress }))

  it.each(['token', 'userinfo'] as const)(
    'a provider that sends an oversized answer is rejected: %s',
    async (endpoint) => {
      const targetWorld = worlds[endpoint]
      const sub = unique('sub')
      peer.person = { sub, email: `${sub}@example.org`, email_verified: true, name: 'Pat' }
      expect(await new Browser(targetWorld, peer).signIn()).toBe('/app?sign_in_error=invalid_response')
      expect(targetWorld.logged.join('\n')).toContain('answered more than 1000000 bytes')
    },
  )

  it('a provider whose discovery document is too large counts as unavailable', async () => {
    const { headers } = await new Browser(described, peer).send('POST', '/users/auth/oidc')
    expect(headers.get('location')).toBe('/app?sign_in_error=provider_unavailable')
    expect(described.logged.join('\n')).toContain('answered more than 100000 bytes')
  })
})
