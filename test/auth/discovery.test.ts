import { createServer } from 'node:http'
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import { createOperationLookup } from '../../openapi/routes.ts'
import { appRouter } from '../../routers/index.ts'
import { getRequestContext } from '../../src/app/http/create-request-context.ts'
import { readOidcConfiguration } from '../../src/auth/external/oidc-configuration.ts'
import { buildProviderLogoutUrl } from '../../src/auth/external/oidc.ts'
import type { OidcProvider } from '../../src/config/env.ts'
import { readEnv } from '../../src/config/env.ts'
import type { RequestContext } from '../../src/request-context.ts'
import { createWorldUnder } from '../support/world.ts'

/** A provider that answers its discovery address as the test defines. */
let answer = { status: 200, headers: {} as Record<string, string>, body: '' }
let requestCount = 0
const server = createServer((_, response) => {
  requestCount += 1
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
  response.end(answer.body)
})
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve)
})
afterAll(() => void server.close())
const address = server.address()
const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`

const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
}

/** A new provider from the settings, with an empty cache. */
function createProvider(values: Record<string, string> = {}): OidcProvider {
  const settings = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y', ...values }
  const [provider] = readEnv({ DATA_DIR: 'memory:', ...settings }).oidc
  if (!provider) throw new Error('no provider')
  return provider
}
const answerWith = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
  answer = { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

describe('the discovery document of a provider', () => {
  it('is accepted when it names the issuer, with or without one trailing slash', async () => {
    for (const configuredIssuer of [issuer, `${issuer}/`]) {
      answerWith({ ...metadata, issuer: configuredIssuer })
      const configuration = await readOidcConfiguration(createProvider(), new Date())
      expect(configuration.serverMetadata().token_endpoint).toBe(metadata.token_endpoint)
    }
  })

  it.each<[string, unknown, number?, Record<string, string>?]>([
    ['names another issuer', { ...metadata, issuer: 'https://elsewhere.example.org' }],
    ['names a look-alike issuer', { ...metadata, issuer: `${issuer}.example.org` }],
    ['names an issuer with two slashes', { ...metadata, issuer: `${issuer}//` }],
    ...Object.keys(metadata).map((key): [string, unknown] => [
      `lacks ${key}`,
      { ...metadata, [key]: undefined },
    ]),
    ['is larger than 100 kB', { ...metadata, more: 'x'.repeat(100_001) }],
    ['is no JSON', 'not JSON'],
    ['is a list', [metadata]],
    ['is an error', metadata, 500],
    ['is elsewhere', metadata, 302, { location: `${issuer}/other` }],
  ])('is rejected when it %s', async (_, body, status, headers) => {
    answerWith(body, status, headers)
    const refused = expect.objectContaining({ code: 'provider_unavailable' })
    await expect(readOidcConfiguration(createProvider(), new Date())).rejects.toThrow(refused)
  })

  it('is cached for an hour', async () => {
    answerWith(metadata)
    const provider = createProvider()
    const before = requestCount
    const noon = new Date('2026-03-01T12:00:00Z')
    const counts = []
    for (const minutes of [0, 59, 60]) {
      await readOidcConfiguration(provider, new Date(noon.getTime() + minutes * 60_000))
      counts.push(requestCount - before)
    }
    expect(counts).toEqual([1, 1, 2])
  })
})

/** A provider that publishes no sign-out address. */
const DECLARED = {
  OIDC_DISCOVERY: 'false',
  OIDC_AUTHORIZATION_URL: 'https://a.example.org/auth',
  OIDC_TOKEN_URL: 'https://a.example.org/token',
  OIDC_JWKS_URL: 'https://a.example.org/jwks',
  OIDC_CLIENT_ID: 'x',
  OIDC_CLIENT_SECRET: 'y',
}
const okta = createWorldUnder({ ...DECLARED, OIDC_ISSUER: 'https://staff.okta.com' })
const alike = createWorldUnder({ ...DECLARED, OIDC_ISSUER: 'https://staff-okta.com' })

describe('signing out at a provider that publishes no sign-out address', () => {
  const createContext = (world: typeof okta) =>
    new Promise<RequestContext>((resolve, reject) => {
      const app = new Hono()
      app.get('/', (c) => {
        resolve(getRequestContext(c, world.services, createOperationLookup(appRouter)))
        return c.text('')
      })
      Promise.resolve(app.request('/')).catch(reject)
    })

  it('redirects to the known sign-out address of one vendor, but not of a look-alike host', async () => {
    const known = await buildProviderLogoutUrl(await createContext(okta), 'oidc', 'proof')
    expect(known).toMatch(/^https:\/\/staff\.okta\.com\/v1\/logout\?id_token_hint=proof&/)
    expect(await buildProviderLogoutUrl(await createContext(alike), 'oidc', 'proof')).toBeNull()
    expect(await buildProviderLogoutUrl(await createContext(okta), 'oidc', null)).toBeNull()
    expect(await buildProviderLogoutUrl(await createContext(okta), 'local', 'proof')).toBeNull()
  })
})
