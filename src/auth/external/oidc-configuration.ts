import { createPrivateKey } from 'node:crypto'
import {
  allowInsecureRequests,
  ClientSecretBasic,
  Configuration,
  customFetch,
  enableNonRepudiationChecks,
  PrivateKeyJwt,
  type ClientAuth,
  type ServerMetadata,
} from 'openid-client'
import { z } from 'zod'
import type { OidcProvider } from '../../config/env.ts'
import { fetchWithLimits, readBoundedText } from './bounded-fetch.ts'
import { SignInError } from './sign-in-error.ts'

const CACHED_MS = 3_600_000
const TIMEOUT = 10_000
/** Maximum bytes of a discovery document (rule A-52). */
const DOCUMENT_LIMIT = 100_000

const Metadata = z
  .object({
    issuer: z.string(),
    authorization_endpoint: z.url(),
    token_endpoint: z.url(),
    jwks_uri: z.url(),
    response_types_supported: z.array(z.string()),
    subject_types_supported: z.array(z.string()),
    id_token_signing_alg_values_supported: z.array(z.string()),
  })
  .catchall(z.json())

const cache = new WeakMap<OidcProvider, { expiresAt: number; configuration: Configuration }>()

/** Loads a provider's configuration from its discovery document or the settings; cached for an hour (rule A-52). */
export async function readOidcConfiguration(provider: OidcProvider, now: Date): Promise<Configuration> {
  const cached = cache.get(provider)
  if (cached && cached.expiresAt > now.getTime()) return cached.configuration
  const metadata = provider.discovery ? await discover(provider) : toServerMetadata(provider)
  const configuration = new Configuration(
    metadata,
    provider.clientId,
    { id_token_signed_response_alg: provider.signingAlgorithm },
    await createClientAuth(provider),
  )
  configuration.timeout = TIMEOUT / 1000
  configuration[customFetch] = fetchWithLimits
  // Without this call the library relies on TLS to the token endpoint and checks no signature.
  enableNonRepudiationChecks(configuration)
  if (provider.issuer.startsWith('http:')) allowInsecureRequests(configuration)
  cache.set(provider, { expiresAt: now.getTime() + CACHED_MS, configuration })
  return configuration
}

async function createClientAuth(provider: OidcProvider): Promise<ClientAuth> {
  if (provider.authMethod === 'secret') return ClientSecretBasic(provider.clientSecret ?? '')
  const pem = createPrivateKey(provider.privateKey ?? '').export({ type: 'pkcs8', format: 'der' })
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  return PrivateKeyJwt(
    await crypto.subtle.importKey('pkcs8', new Uint8Array(pem), algorithm, false, ['sign']),
  )
}

function toServerMetadata({ issuer, endpoints }: OidcProvider): ServerMetadata {
  const configured = {
    authorization_endpoint: endpoints.authorization,
    token_endpoint: endpoints.token,
    userinfo_endpoint: endpoints.userinfo,
    jwks_uri: endpoints.jwks,
    end_session_endpoint: endpoints.endSession,
  }
  const entries = Object.entries(configured).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  )
  return { issuer, ...Object.fromEntries(entries) }
}

/** Loads the discovery document, with a size limit, and checks its issuer (rule A-52). */
async function discover(provider: OidcProvider): Promise<ServerMetadata> {
  const address = `${removeTrailingSlash(provider.issuer)}/.well-known/openid-configuration`
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) })
    if (!response.ok) throw new Error(`discovery answered ${response.status}`)
    const metadata = Metadata.parse(JSON.parse(await readBoundedText(response, DOCUMENT_LIMIT)))
    if (removeTrailingSlash(metadata.issuer) !== removeTrailingSlash(provider.issuer)) {
      throw new Error('another issuer')
    }
    return metadata
  } catch (error) {
    throw new SignInError('provider_unavailable', error)
  }
}

/** Resolves to true if the provider answers, or needs no discovery; rejects otherwise. */
export async function checkProvider(provider: OidcProvider): Promise<boolean> {
  if (provider.discovery) await discover(provider)
  return true
}

/** Removes one trailing slash, so that it makes no difference in comparisons. */
function removeTrailingSlash(issuer: string): string {
  return issuer.endsWith('/') ? issuer.slice(0, -1) : issuer
}
