import type { OidcProvider } from '../../config/env.ts'
import { firstEmail, type ExternalPerson } from './external-person.ts'

/** What an ID token or the userinfo endpoint says about a person. */
export type Claims = Record<string, unknown> & { sub: string }

/** The settings that say which claims count. */
type ClaimSettings = Pick<OidcProvider, 'key' | 'claims'>

/** The claims of a sign-in as a person. Those of the ID token, which is signed, come before those of userinfo. */
export function personOf(provider: ClaimSettings, claims: Claims, info: Claims | null): ExternalPerson {
  const sources = info === null ? [claims] : [claims, info]
  const addressed = sources.find((source) => emailIn(provider, source) !== null)
  return {
    provider: provider.key,
    uid: claims.sub,
    email: addressed ? emailIn(provider, addressed) : null,
    emailVerified: addressed ? isVerified(provider, addressed) : false,
    name: sources.map((source) => nameIn(provider, source)).find((name) => name !== null) ?? null,
  }
}

/** The address: the claim of the settings, else the standard one, else those of providers that know no `email`. */
function emailIn({ claims }: ClaimSettings, source: Claims): string | null {
  return firstEmail(source[claims.email], source['email'], source['acct'], source['upn'])
}

/**
 * Whether the provider verified the address: `email_verified` is true, as a value or as text, and is about this address
 * and no other (rule A-49). A provider that does not say so has not verified it.
 */
function isVerified(provider: ClaimSettings, source: Claims): boolean {
  const { email, email_verified: verified } = source
  if (verified !== true && verified !== 'true') return false
  const standard = firstEmail(email)
  const configured = firstEmail(source[provider.claims.email])
  return emailIn(provider, source) === (standard ?? configured)
}

/** The name: the claim of the settings, else the standard one, else given and family name, else the user name. */
function nameIn({ claims }: ClaimSettings, source: Claims): string | null {
  const { given_name: given, family_name: family, preferred_username: user } = source
  const parts = [given, family].filter((part) => typeof part === 'string' && part.trim() !== '')
  const candidates = [source[claims.name], source['name'], parts.join(' '), user]
  for (const candidate of candidates) {
    if (typeof candidate === 'string' && candidate.trim() !== '') return candidate
  }
  return null
}
