import type { OidcProvider } from '../../config/env.ts'
import { findFirstEmail, type ExternalPerson } from './external-person.ts'

/** Claims of an ID token or the userinfo endpoint. */
export type Claims = Record<string, unknown> & { sub: string }

/** The settings for claims. */
type ClaimSettings = Pick<OidcProvider, 'key' | 'claims'>

/** Converts claims to a person. The signed ID token takes precedence over userinfo. */
export function toPerson(provider: ClaimSettings, claims: Claims, info: Claims | null): ExternalPerson {
  const sources = info === null ? [claims] : [claims, info]
  const sourceWithEmail = sources.find((source) => findEmail(provider, source) !== null)
  return {
    provider: provider.key,
    uid: claims.sub,
    email: sourceWithEmail ? findEmail(provider, sourceWithEmail) : null,
    emailVerified: sourceWithEmail ? isVerified(provider, sourceWithEmail) : false,
    name: sources.map((source) => findName(provider, source)).find((name) => name !== null) ?? null,
  }
}

/** Email address: the configured claim, else the standard one, else those of providers without `email`. */
function findEmail({ claims }: ClaimSettings, source: Claims): string | null {
  return findFirstEmail(source[claims.email], source['email'], source['acct'], source['upn'])
}

/** Whether the provider verified this address: `email_verified` is true or "true" and refers to it (rule A-49). */
function isVerified(provider: ClaimSettings, source: Claims): boolean {
  const { email, email_verified: verified } = source
  if (verified !== true && verified !== 'true') return false
  const standard = findFirstEmail(email)
  const configured = findFirstEmail(source[provider.claims.email])
  return findEmail(provider, source) === (standard ?? configured)
}

/** Name: the configured claim, else the standard one, else given and family name, else the user name. */
function findName({ claims }: ClaimSettings, source: Claims): string | null {
  const { given_name: givenName, family_name: familyName, preferred_username: user } = source
  const parts = [givenName, familyName].filter((part) => typeof part === 'string' && part.trim() !== '')
  const candidates = [source[claims.name], source['name'], parts.join(' '), user]
  for (const candidate of candidates) {
    if (typeof candidate === 'string' && candidate.trim() !== '') return candidate
  }
  return null
}
