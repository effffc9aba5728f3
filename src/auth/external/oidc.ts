import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client'
import { getBaseUrl } from '../../config/base-url.ts'
import type { OidcProvider } from '../../config/env.ts'
import type { RequestPart } from '../../request-context.ts'
import { rememberFlow, takeFlow, type BrowserRequest } from './browser.ts'
import { toPerson, type Claims } from './claims.ts'
import type { ExternalPerson } from './external-person.ts'
import { readOidcConfiguration } from './oidc-configuration.ts'
import { assertNoProviderError, SignInError, toSignInError } from './sign-in-error.ts'

/** The redirect URI of a provider. */
export function toCallbackUrl(ctx: RequestPart<'env'>, provider: string): URL {
  return new URL(`${getBaseUrl(ctx.services.env)}/users/auth/${provider}/callback`)
}

/** Starts the code flow with a new state, nonce and PKCE verifier; returns the provider's URL (rule A-52). */
export async function startOidc(ctx: BrowserRequest, provider: OidcProvider, linking = false): Promise<URL> {
  const configuration = await readOidcConfiguration(provider, ctx.services.clock())
  const codeVerifier = randomPKCECodeVerifier()
  const flow = { provider: provider.key, state: randomState(), nonce: randomNonce(), codeVerifier }
  await rememberFlow(ctx, flow, linking)
  return buildAuthorizationUrl(configuration, {
    redirect_uri: toCallbackUrl(ctx, provider.key).href,
    scope: 'openid email profile',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(provider.prompt === null ? {} : { prompt: provider.prompt }),
    ...(provider.acrValues === null ? {} : { acr_values: provider.acrValues }),
  })
}

/**
 * Completes the code flow of this browser and validates the provider's response.
 * @throws SignInError `flow_expired`, `provider_refused`, `provider_unavailable`, `invalid_response` or
 * `insufficient_authentication`
 */
export async function finishOidc(
  ctx: BrowserRequest,
  provider: OidcProvider,
  search: string,
): Promise<{ person: ExternalPerson; idToken: string | null }> {
  const flow = await takeFlow(ctx, provider.key)
  if (!flow) throw new SignInError('flow_expired')
  const current = toCallbackUrl(ctx, provider.key)
  current.search = search
  assertNoProviderError(current.searchParams)
  const configuration = await readOidcConfiguration(provider, ctx.services.clock())
  try {
    const tokens = await authorizationCodeGrant(configuration, current, {
      pkceCodeVerifier: flow.codeVerifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims() ?? { sub: '' }
    assertStrongEnough(provider, claims)
    const info = await readUserInfo(configuration, provider, tokens.access_token, claims)
    return { person: toPerson(provider, claims, info), idToken: tokens.id_token ?? null }
  } catch (error) {
    throw toSignInError(error)
  }
}

/** Checks the `acr` claim, because `acr_values` is only a request to the provider (ASVS 6.8.4). */
function assertStrongEnough({ acrValues }: OidcProvider, { acr }: Claims): void {
  if (acrValues === null || (typeof acr === 'string' && acrValues.split(/\s+/).includes(acr))) return
  throw new SignInError('insufficient_authentication')
}

/** Loads userinfo if the ID token lacks the address or the name; otherwise null. */
async function readUserInfo(
  configuration: Configuration,
  provider: OidcProvider,
  token: string,
  claims: Claims,
): Promise<Claims | null> {
  const { email, name } = toPerson(provider, claims, null)
  if ((email !== null && name !== null) || !configuration.serverMetadata().userinfo_endpoint) return null
  try {
    return await fetchUserInfo(configuration, token, claims.sub)
  } catch (error) {
    // A missing name does not prevent the sign-in; a missing address does.
    if (email !== null) return null
    throw error
  }
}

/** Providers with an unpublished logout endpoint (rule A-53). */
const QUIET_ISSUERS = ['okta.com', 'oktapreview.com', 'okta-emea.com']

/**
 * The URL that ends the session at the provider; null if there is none (rule A-53). An unreachable provider does not
 * prevent the local sign-out.
 */
export async function buildProviderLogoutUrl(
  ctx: RequestPart<'env' | 'clock' | 'log'>,
  authMethod: string,
  idToken: string | null,
): Promise<string | null> {
  const { env, clock, log } = ctx.services
  const provider = env.oidc.find(({ key }) => key === authMethod)
  if (!provider || idToken === null) return null
  const parameters = {
    id_token_hint: idToken,
    post_logout_redirect_uri: `${getBaseUrl(env)}/users/signed_out`,
    client_id: provider.clientId,
  }
  try {
    const configuration = await readOidcConfiguration(provider, clock())
    if (configuration.serverMetadata().end_session_endpoint) {
      return buildEndSessionUrl(configuration, parameters).href
    }
  } catch (error) {
    log.warn({ err: error, provider: provider.key }, 'the provider logout URL is not available')
    return null
  }
  const { hostname } = new URL(provider.issuer)
  if (!QUIET_ISSUERS.some((domain) => hostname.endsWith(`.${domain}`))) return null
  const query = new URLSearchParams(parameters).toString()
  return `${provider.issuer.replace(/\/$/, '')}/v1/logout?${query}`
}
