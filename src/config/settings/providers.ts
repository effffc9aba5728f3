import { FilterParser } from 'ldapts'
import { z } from 'zod'
import { InvalidValue, choice, flag, list, secret, text, url, variable } from '../values.ts'

const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const
const RESERVED = ['local', 'ldap', 'github']

/** Directory and GitHub sign-in, and the registry of OpenID Connect providers (rule A-57). */
export const providerVariables = {
  OIDC_PROVIDERS: list(findKeyProblem),
  LDAP_URL: url('ldap', 'ldaps'),
  LDAP_BIND_DN: text(null),
  LDAP_BIND_PASSWORD: secret(),
  LDAP_BASE_DN: text(null),
  LDAP_ATTRIBUTE: text('uid'),
  LDAP_TITLE: text('LDAP'),
  LDAP_START_TLS: flag(false),
  LDAP_FILTER: variable(null, (value) => parseLdapFilter(value.trim())),
  GITHUB_CLIENT_ID: text(null),
  GITHUB_CLIENT_SECRET: secret(),
}

function findKeyProblem(key: string): InvalidValue | null {
  if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(key)) {
    return new InvalidValue('expected keys of lower-case letters, digits and single _')
  }
  return RESERVED.includes(key) ? new InvalidValue(`these keys are taken: ${RESERVED.join(', ')}`) : null
}

/** The well-formed keys of `OIDC_PROVIDERS`, also if the list has malformed ones; null if it is unset. */
export function parseProviderKeys(registry: string | undefined): string[] | null {
  if (registry === undefined) return null
  const keys = registry.split(',').map((key) => key.trim())
  return keys.filter((key) => key !== '' && findKeyProblem(key) === null)
}

/** Validates a filter by combining it with the filter for the user's name, as a sign-in does. */
function parseLdapFilter(value: string): string | InvalidValue {
  const filter = value.startsWith('(') ? value : `(${value})`
  try {
    FilterParser.parseString(`(&${filter}(uid=a))`)
    return filter
  } catch {
    return new InvalidValue('expected a filter in parentheses, like (memberOf=cn=staff,dc=example)')
  }
}

/** The fields of one provider; the variable is `OIDC_<FIELD>`, in a registry `OIDC_<KEY>_<FIELD>`. */
export const oidcFields = z.object({
  ISSUER: url('https', 'http'),
  CLIENT_ID: text(null),
  CLIENT_SECRET: secret(),
  TITLE: text(null),
  PROMPT: text(null),
  SIGNING_ALG: choice('RS256', ALGORITHMS),
  DISCOVERY: flag(true),
  AUTH_METHOD: choice('secret', ['secret', 'private_key_jwt']),
  PRIVATE_KEY: secret(),
  PRIVATE_KEY_FILE: text(null),
  ACR_VALUES: text(null),
  CLAIM_NAME: text('name'),
  CLAIM_EMAIL: text('email'),
  AUTHORIZATION_URL: url('https', 'http'),
  TOKEN_URL: url('https', 'http'),
  USERINFO_URL: url('https', 'http'),
  JWKS_URL: url('https', 'http'),
  END_SESSION_URL: url('https', 'http'),
})

export type OidcFields = z.output<typeof oidcFields>
