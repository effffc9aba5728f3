import { readSettingFile, type SettingProblem } from '../problems.ts'
import { oidcFields, type OidcFields } from './providers.ts'

/** One OpenID Connect provider, ready to use; `key` is the path segment and the stored value. */
export interface OidcProvider {
  key: string
  title: string
  issuer: string
  clientId: string
  clientSecret: string | null
  privateKey: string | null
  authMethod: 'secret' | 'private_key_jwt'
  signingAlgorithm: string
  prompt: string | null
  acrValues: string | null
  /** The claims with the user's name and email address. */
  claims: { name: string; email: string }
  discovery: boolean
  endpoints: {
    authorization: string | null
    token: string | null
    userinfo: string | null
    jwks: string | null
    endSession: string | null
  }
}

/** The variables of one provider, as far as they are set: field name -> text. */
function readFields(source: NodeJS.ProcessEnv, prefix: string): Record<string, string> {
  const names = Object.keys(oidcFields.shape)
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = source[`${prefix}${name}`]
      return value === undefined || value.trim() === '' ? [] : [[name, value]]
    }),
  )
}

/**
 * Reads the providers of `OIDC_*`: those of the registry, else the single one named `oidc`, else none (rule A-57).
 * Adds everything that is malformed, missing or contradictory to `problems`.
 */
export function readOidcProviders(
  source: NodeJS.ProcessEnv,
  registry: readonly string[] | null,
  problems: SettingProblem[],
): OidcProvider[] {
  const single = readFields(source, 'OIDC_')
  if (registry === null) {
    return Object.keys(single).length === 0 ? [] : readProvider('oidc', 'OIDC_', single, problems)
  }
  for (const name of Object.keys(single)) {
    problems.push({
      variable: `OIDC_${name}`,
      message: 'has no effect with OIDC_PROVIDERS; name the provider there',
    })
  }
  if (new Set(registry).size < registry.length) {
    problems.push({ variable: 'OIDC_PROVIDERS', message: 'names a provider twice' })
  }
  return [...new Set(registry)].flatMap((key) => {
    const prefix = `OIDC_${key.toUpperCase()}_`
    return readProvider(key, prefix, readFields(source, prefix), problems)
  })
}

function readProvider(
  key: string,
  prefix: string,
  fieldTexts: Record<string, string>,
  problems: SettingProblem[],
): OidcProvider[] {
  const faults: SettingProblem[] = []
  const fields = parseFields(fieldTexts, prefix, faults)
  faults.push(...checkFields(fields, fieldTexts, prefix))
  const privateKey =
    fields.PRIVATE_KEY ??
    (fields.PRIVATE_KEY_FILE && readSettingFile(`${prefix}PRIVATE_KEY_FILE`, fields.PRIVATE_KEY_FILE, faults))
  problems.push(...faults)
  if (faults.length > 0 || fields.ISSUER === null || fields.CLIENT_ID === null) return []
  return [
    {
      key,
      title: fields.TITLE ?? (key === 'oidc' ? 'OpenID Connect' : key),
      issuer: fields.ISSUER,
      clientId: fields.CLIENT_ID,
      clientSecret: fields.CLIENT_SECRET,
      privateKey,
      authMethod: fields.AUTH_METHOD,
      signingAlgorithm: fields.SIGNING_ALG,
      prompt: fields.PROMPT,
      acrValues: fields.ACR_VALUES,
      claims: { name: fields.CLAIM_NAME, email: fields.CLAIM_EMAIL },
      discovery: fields.DISCOVERY,
      endpoints: {
        authorization: fields.AUTHORIZATION_URL,
        token: fields.TOKEN_URL,
        userinfo: fields.USERINFO_URL,
        jwks: fields.JWKS_URL,
        endSession: fields.END_SESSION_URL,
      },
    },
  ]
}

/** Adds malformed fields to `problems` and continues without them. */
function parseFields(fieldTexts: Record<string, string>, prefix: string, problems: SettingProblem[]): Fields {
  const parsed = oidcFields.safeParse(fieldTexts)
  if (parsed.success) return { ...parsed.data, malformed: [] }
  const malformed = parsed.error.issues.map((issue) => String(issue.path[0]))
  for (const { path, message } of parsed.error.issues) {
    problems.push({ variable: prefix + String(path[0]), message })
  }
  const rest = Object.entries(fieldTexts).filter(([name]) => !malformed.includes(name))
  return { ...oidcFields.parse(Object.fromEntries(rest)), malformed }
}

type Fields = OidcFields & { malformed: string[] }

function checkFields(fields: Fields, fieldTexts: Record<string, string>, prefix: string): SettingProblem[] {
  const problems: SettingProblem[] = []
  const needs = (name: keyof OidcFields, reason: string) => {
    if (fieldTexts[name] === undefined) {
      problems.push({ variable: prefix + name, message: `is missing: ${reason}` })
    }
  }
  needs('ISSUER', 'every provider needs it')
  needs('CLIENT_ID', 'every provider needs it')
  // Don't check the credential of a client whose authentication method is malformed.
  if (!fields.malformed.includes('AUTH_METHOD')) {
    if (fields.AUTH_METHOD === 'secret') needs('CLIENT_SECRET', `${prefix}AUTH_METHOD is secret`)
    else if (fields.PRIVATE_KEY_FILE === null) needs('PRIVATE_KEY', `${prefix}AUTH_METHOD is private_key_jwt`)
  }
  if (fields.PRIVATE_KEY !== null && fields.PRIVATE_KEY_FILE !== null) {
    problems.push({
      variable: `${prefix}PRIVATE_KEY_FILE`,
      message: `contradicts ${prefix}PRIVATE_KEY; set one of them`,
    })
  }
  if (!fields.DISCOVERY) {
    for (const name of ['AUTHORIZATION_URL', 'TOKEN_URL', 'JWKS_URL'] as const) {
      needs(name, `${prefix}DISCOVERY is off`)
    }
  }
  for (const name of [
    'ISSUER',
    'AUTHORIZATION_URL',
    'TOKEN_URL',
    'USERINFO_URL',
    'JWKS_URL',
    'END_SESSION_URL',
  ] as const) {
    const address = fields[name]
    if (address !== null && !isSafeAddress(address)) {
      problems.push({ variable: prefix + name, message: 'must be https outside this machine' })
    }
  }
  return problems
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

function isSafeAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || LOOPBACK.includes(hostname)
}
