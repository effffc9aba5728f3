import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv, SettingsError } from '../../src/config/env.ts'

const single = { OIDC_ISSUER: 'https://id.example.org/', OIDC_CLIENT_ID: 'rules', OIDC_CLIENT_SECRET: 'hush' }

test('A-57: the plain variables define one provider oidc', () => {
  const [provider, ...more] = readEnv(single).oidc
  expect(more).toEqual([])
  expect(provider).toMatchObject({
    key: 'oidc',
    issuer: 'https://id.example.org/',
    clientId: 'rules',
    clientSecret: 'hush',
    authMethod: 'secret',
    signingAlgorithm: 'RS256',
    discovery: true,
  })
})

test('A-57: a registry defines several providers, each with its own variables', () => {
  const { oidc } = readEnv({
    OIDC_PROVIDERS: 'okta, login_gov',
    OIDC_OKTA_ISSUER: 'https://okta.example.org',
    OIDC_OKTA_CLIENT_ID: 'a',
    OIDC_OKTA_CLIENT_SECRET: 'b',
    OIDC_OKTA_TITLE: 'Okta',
    OIDC_LOGIN_GOV_ISSUER: 'https://login.example.org',
    OIDC_LOGIN_GOV_CLIENT_ID: 'c',
    OIDC_LOGIN_GOV_AUTH_METHOD: 'private_key_jwt',
    OIDC_LOGIN_GOV_PRIVATE_KEY: 'key',
  })
  expect(oidc.map(({ key, title }) => [key, title])).toEqual([
    ['okta', 'Okta'],
    ['login_gov', 'login_gov'],
  ])
})

test('A-57: a directory and GitHub are available with others if they are configured', () => {
  const input = {
    LDAP_URL: 'ldap://a',
    LDAP_BASE_DN: 'dc=x',
    GITHUB_CLIENT_ID: 'x',
    GITHUB_CLIENT_SECRET: 'y',
  }
  const { oidc, ldap, github } = readEnv({ ...single, ...input })
  expect([oidc.length, ldap?.url, github?.clientId]).toEqual([1, 'ldap://a', 'x'])
  const none = readEnv({})
  expect([none.oidc, none.ldap, none.github]).toEqual([[], null, null])
})

test('a private key may be in a file', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'key-')), 'key.pem')
  writeFileSync(path, 'the key')
  const { OIDC_ISSUER, OIDC_CLIENT_ID } = single
  const { oidc } = readEnv({
    OIDC_ISSUER,
    OIDC_CLIENT_ID,
    OIDC_AUTH_METHOD: 'private_key_jwt',
    OIDC_PRIVATE_KEY_FILE: path,
  })
  expect(oidc[0]?.privateKey).toBe('the key')
})

test.each<[string, NodeJS.ProcessEnv, string]>([
  ['no issuer', { OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' }, 'OIDC_ISSUER'],
  ['no client', { OIDC_ISSUER: 'https://a', OIDC_CLIENT_SECRET: 'x' }, 'OIDC_CLIENT_ID'],
  ['no secret', { OIDC_ISSUER: 'https://a', OIDC_CLIENT_ID: 'x' }, 'OIDC_CLIENT_SECRET'],
  ['no key', { ...single, OIDC_AUTH_METHOD: 'private_key_jwt' }, 'OIDC_PRIVATE_KEY'],
  [
    'two keys',
    {
      ...single,
      OIDC_AUTH_METHOD: 'private_key_jwt',
      OIDC_PRIVATE_KEY: 'a',
      OIDC_PRIVATE_KEY_FILE: '/dev/null',
    },
    'OIDC_PRIVATE_KEY_FILE',
  ],
  [
    'an unreadable key',
    { ...single, OIDC_AUTH_METHOD: 'private_key_jwt', OIDC_PRIVATE_KEY_FILE: '/nowhere' },
    'OIDC_PRIVATE_KEY_FILE',
  ],
  ['an algorithm without signature', { ...single, OIDC_SIGNING_ALG: 'none' }, 'OIDC_SIGNING_ALG'],
  ['plain http to another machine', { ...single, OIDC_ISSUER: 'http://id.example.org' }, 'OIDC_ISSUER'],
  [
    'no endpoints and no discovery',
    { ...single, OIDC_DISCOVERY: 'false', OIDC_TOKEN_URL: 'https://a/t', OIDC_JWKS_URL: 'https://a/j' },
    'OIDC_AUTHORIZATION_URL',
  ],
  [
    'a registered provider without variables',
    { OIDC_PROVIDERS: 'okta', OIDC_OKTA_ISSUER: 'https://a', OIDC_OKTA_CLIENT_ID: 'x' },
    'OIDC_OKTA_CLIENT_SECRET',
  ],
  [
    'plain variables beside a registry',
    {
      OIDC_PROVIDERS: 'a',
      OIDC_A_ISSUER: 'https://a',
      OIDC_A_CLIENT_ID: 'x',
      OIDC_A_CLIENT_SECRET: 'y',
      OIDC_TITLE: 'T',
    },
    'OIDC_TITLE',
  ],
])('%s stops the start', (_, source, variable) => {
  expect(() => readEnv(source)).toThrowError(
    new RegExp(`^The settings cannot be used:\\n  ${variable}: [^\\n]+$`),
  )
})

test.each<[string, NodeJS.ProcessEnv, string[]]>([
  [
    'leaves what is missing in the list',
    { OIDC_ISSUER: 'x', OIDC_AUTH_METHOD: 'private_key_jwt' },
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_PRIVATE_KEY'],
  ],
  [
    'says nothing about a credential by its default',
    { ...single, OIDC_CLIENT_SECRET: '', OIDC_AUTH_METHOD: 'x' },
    ['OIDC_AUTH_METHOD'],
  ],
  [
    'of another kind leaves providers in the list',
    { PORT: 'x', OIDC_PROVIDERS: 'a', OIDC_A_ISSUER: 'x' },
    ['PORT', 'OIDC_A_ISSUER', 'OIDC_A_CLIENT_ID', 'OIDC_A_CLIENT_SECRET'],
  ],
  [
    'in the registry leaves its other providers in the list',
    { OIDC_PROVIDERS: 'Okta,a,ldap', OIDC_A_ISSUER: 'https://a', OIDC_A_CLIENT_ID: 'x' },
    ['OIDC_PROVIDERS', 'OIDC_A_CLIENT_SECRET'],
  ],
])('a malformed setting %s', (_, source, variables) => {
  let names: string[] = []
  try {
    readEnv(source)
  } catch (error) {
    if (error instanceof SettingsError) names = error.problems.map(({ variable }) => variable)
  }
  expect(names).toEqual(variables)
})

test('a provider on this machine may use plain http', () => {
  expect(readEnv({ ...single, OIDC_ISSUER: 'http://127.0.0.1:4000' }).oidc).toHaveLength(1)
})
