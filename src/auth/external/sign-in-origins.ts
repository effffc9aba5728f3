import type { Env, OidcProvider } from '../../config/env.ts'
import { oidcConfiguration } from './oidc-configuration.ts'

/** Maximum wait of a page for a provider's metadata. */
const PATIENCE_MS = 1000

/**
 * Origins for `form-action` of the sign-in page, which browsers also apply to redirects. If a provider does not answer
 * in time, the origin of its issuer is used.
 */
export async function signInOrigins(env: Env, now: Date): Promise<string[]> {
  const origins = await Promise.all(env.oidc.map((provider) => originsOf(provider, now)))
  return [...new Set([...origins.flat(), ...(env.github ? ['https://github.com'] : [])])]
}

async function originsOf(provider: OidcProvider, now: Date): Promise<string[]> {
  const known = [provider.issuer, provider.endpoints.authorization]
  const endpoint = await Promise.race([loadEndpoint(provider, now), timeout()])
  return [...known, endpoint].flatMap((address) => (address ? [new URL(address).origin] : []))
}

async function loadEndpoint(provider: OidcProvider, now: Date): Promise<string | undefined> {
  try {
    const configuration = await oidcConfiguration(provider, now)
    return configuration.serverMetadata().authorization_endpoint
  } catch {
    return undefined
  }
}

function timeout(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, undefined).unref())
}
