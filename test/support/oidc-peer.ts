import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import Provider from 'oidc-provider'

/** An OpenID Connect provider in this process that signs in the person that the test sets. */
export interface OidcPeer {
  issuer: string
  server: Server
  /** The person who signs in, with their claims. */
  person: { sub: string } & Record<string, unknown>
  /** The authentication methods (`amr`) that the provider reports. */
  acr?: string | undefined
  /** The provider's signing key and its id. */
  key: { privateKey: KeyObject; kid: string }
  /** Replaces the ID token of the token endpoint; null keeps the provider's own. */
  forge: ((idToken: string) => string) | null
  /** Follows a sign-in from the provider's start address to the service's callback; returns its path and query. */
  walk: (start: string) => Promise<string>
}

export const CLIENT = { client_id: 'rulewright', client_secret: 'a-secret-of-the-test-client' }

/** The settings of a service that signs in with this provider. */
export function toOidcSettings(
  { issuer }: OidcPeer,
  settings: Record<string, string> = {},
): Record<string, string> {
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT.client_id,
    OIDC_CLIENT_SECRET: CLIENT.client_secret,
    OIDC_TITLE: 'Staff sign-in',
    ...settings,
  }
}

/** As `toOidcSettings`, with the address of each endpoint instead of discovery. */
export function toDeclaredSettings(
  peer: OidcPeer,
  settings: Record<string, string> = {},
): Record<string, string> {
  return toOidcSettings(peer, {
    OIDC_DISCOVERY: 'false',
    OIDC_AUTHORIZATION_URL: `${peer.issuer}/auth`,
    OIDC_TOKEN_URL: `${peer.issuer}/token`,
    OIDC_USERINFO_URL: `${peer.issuer}/me`,
    OIDC_JWKS_URL: `${peer.issuer}/jwks`,
    ...settings,
  })
}

/** Starts the provider on a free port, for the service at this address. */
export async function startOidcPeer(service = 'http://127.0.0.1:3000'): Promise<OidcPeer> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const peer: OidcPeer = {
    issuer,
    server,
    person: { sub: 'nobody' },
    key: { privateKey, kid: 'key-of-the-peer' },
    forge: null,
    walk: (start) => followSignIn(start),
  }
  const provider = new Provider(issuer, createConfiguration(peer, service))
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/screen/')) {
      const login = { accountId: peer.person.sub, ...(peer.acr === undefined ? {} : { acr: peer.acr }) }
      void provider.interactionFinished(request, response, { login })
      return
    }
    if (request.url?.startsWith('/token')) replaceTokens(peer, response)
    void answer(request, response)
  })
  return peer
}

/** Replaces the ID token in an answer of the token endpoint with the result of `forge`. */
function replaceTokens(peer: OidcPeer, response: ServerResponse): void {
  const { forge } = peer
  if (!forge) return
  const end = response.end.bind(response)
  response.end = ((body: unknown) => {
    const answer = JSON.parse(String(body)) as Record<string, unknown>
    const text = JSON.stringify({ ...answer, id_token: forge(String(answer['id_token'])) })
    response.setHeader('content-length', Buffer.byteLength(text))
    return end(text)
  }) as typeof response.end
}

function createConfiguration(peer: OidcPeer, service: string): Record<string, unknown> {
  return {
    clients: [
      {
        ...CLIENT,
        redirect_uris: [`${service}/users/auth/oidc/callback`],
        post_logout_redirect_uris: [`${service}/users/signed_out`],
      },
    ],
    cookies: { keys: ['a key of the test'] },
    jwks: {
      keys: [
        { ...peer.key.privateKey.export({ format: 'jwk' }), kid: peer.key.kid, use: 'sig', alg: 'RS256' },
      ],
    },
    acrValues: ['urn:example:two-factors', 'urn:example:password'],
    claims: {
      acr: null,
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'upn'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/screen/${uid}` },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ ...peer.person, sub: accountId }),
    }),
    loadExistingGrant: async (ctx: {
      oidc: {
        client: { clientId: string }
        session: { accountId: string }
        provider: {
          Grant: new (settings: object) => {
            addOIDCScope: (scope: string) => void
            save: () => Promise<void>
          }
        }
      }
    }) => {
      const { client, session, provider } = ctx.oidc
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}

async function followSignIn(start: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  for (let step = 0; step < 10; step += 1) {
    if (url.pathname.endsWith('/callback')) return url.pathname + url.search
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    if (!location) {
      throw new Error(`the provider stopped at ${url.href}: ${response.status} ${await response.text()}`)
    }
    url = new URL(location, url)
  }
  throw new Error('the provider never came back')
}
