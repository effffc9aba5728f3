import type { Env, OidcProvider } from '../../config/env.ts'
import { readOidcConfiguration } from './oidc-configuration.ts'

/** Maximum wait of a page for a provider's metadata. */
const TIMEOUT_MS = 1000

/**
 * Origins for `form-action` of the sign-in page, which browsers also apply to redirects. If a provider does not answer
 * in time, the origin of its issuer is used.
 */
export async function listSignInOrigins(env: Env, now: Date): Promise<string[]> {
  const origins = await Promise.all(env.oidc.map((provider) => loadOrigins(provider, now)))
  return [...new Set([...origins.flat(), ...(env.github ? ['https://github.com'] : [])])]
}

async function loadOrigins(provider: OidcProvider, now: Date): Promise<string[]> {
  const configured = [provider.issuer, provider.endpoints.authorization]
  const endpoint = await Promise.race([loadEndpoint(provider, now), createTimeout()])
  return [...configured, endpoint].flatMap((address) => (address ? [new URL(address).origin] : []))
}

async function loadEndpoint(provider: OidcProvider, now: Date): Promise<string | undefined> {
  try {
    const configuration = await readOidcConfiguration(provider, now)
    return configuration.serverMetadata().authorization_endpoint
  } catch {
    return undefined
  }
}

function createTimeout(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS, undefined).unref())
}
