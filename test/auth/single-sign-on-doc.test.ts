import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { listProviders } from '../../src/auth/external/providers.ts'
import { SIGN_IN_ERRORS } from '../../src/auth/external/sign-in-error.ts'
import { readEnv } from '../../src/config/env.ts'
import { oidcFields, providerVariables } from '../../src/config/settings/providers.ts'
import { variables } from '../../src/config/variables.ts'
import { clientWithSession } from '../support/accounts.ts'
import { signInRedirect, signIn } from '../support/directory.ts'
import { findFreePort, startSlapd, type Slapd } from '../support/slapd.ts'
import { createWorldUnder } from '../support/world.ts'

const page = readFileSync(new URL('../../docs/single-sign-on.md', import.meta.url), 'utf8')
const listBlocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text)
const Settings = z.record(z.string(), z.string())
/** The settings of each example. */
const examples = listBlocks('env').map((block) => Settings.parse(parseEnv(block)))
const findExample = (variable: string) => {
  const settings = examples.find((example) => variable in example)
  if (!settings) throw new Error(`no example has ${variable}`)
  return settings
}
const fields = Object.keys(oidcFields.shape)

describe('docs/single-sign-on.md', () => {
  it('names only settings that exist', () => {
    const names = [...page.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name)
    const isKnown = (name: string) =>
      name in variables.shape ||
      fields.some((field) => name === `OIDC_${field}` || name === `OIDC_OKTA_${field}`) ||
      name === 'NODE_EXTRA_CA_CERTS'
    expect([...new Set(names)].filter((name) => !isKnown(name) && name !== 'OIDC_OKTA_')).toEqual([])
  })

  it('describes every setting of a provider', () => {
    const settings = [
      ...fields.map((field) => `OIDC_${field}`),
      ...Object.keys(providerVariables),
      'AUTO_LINK_USER',
    ]
    expect(settings.filter((name) => !page.includes(`\`${name}\``) && !page.includes(`${name}=`))).toEqual([])
  })

  it('explains every error code of a failed sign-in', () => {
    expect(Object.keys(SIGN_IN_ERRORS).filter((code) => !page.includes(`\`${code}\``))).toEqual([])
  })

  it('has examples for Keycloak, Entra ID, Okta, GitHub and OpenLDAP that the service accepts', () => {
    const titles = examples.map((example) => listProviders(readEnv(example)).map(({ title }) => title))
    expect(titles).toEqual([['Keycloak'], ['Entra ID'], ['Okta'], ['GitHub'], ['Example directory']])
    for (const example of examples) {
      expect(readEnv(example).http.baseUrl).toBe('https://rulewright.example.org')
    }
  })
})

const everything = createWorldUnder({
  ...findExample('OIDC_OKTA_ISSUER'),
  ...findExample('GITHUB_CLIENT_ID'),
  ...findExample('LDAP_URL'),
})
const single = createWorldUnder(findExample('OIDC_ISSUER'))

test('A-57: every address that the page tells readers to register at a provider answers', async () => {
  const origin = 'https://rulewright.example.org'
  const addresses = [...page.matchAll(/https:\/\/rulewright\.example\.org(\/users\/[\w/]+)/g)].map(
    ([, path = '']) => path,
  )
  const expected = {
    '/users/auth/oidc/callback': '/app?sign_in_error=flow_expired',
    '/users/auth/okta/callback': '/app?sign_in_error=flow_expired',
    '/users/auth/github/callback': '/app?sign_in_error=flow_expired',
    '/users/signed_out': '/app',
  }
  expect([...new Set(addresses)].toSorted()).toEqual(Object.keys(expected).toSorted())
  for (const [path, location] of Object.entries(expected)) {
    const world = path.includes('/oidc/') ? single : everything
    const { status, headers } = await (await world.rest()).get(path)
    expect([path, status, headers.get('location')]).toEqual([path, 302, location])
  }
  const started = await (await everything.rest()).post('/users/auth/github', {}, { origin })
  const github = new URL(started.headers.get('location') ?? '')
  expect(github.searchParams.get('redirect_uri')).toBe(`${origin}/users/auth/github/callback`)
  expect(github.searchParams.get('scope')).toBe('user:email')
})

const BINARY = process.env['TEST_SLAPD'] ?? ''
const port = await findFreePort()

describe.skipIf(BINARY === '')(
  'the OpenLDAP example at a real slapd (skipped unless TEST_SLAPD names it)',
  () => {
    const usual = getCACertificates('default')
    let slapd: Slapd | undefined
    beforeAll(async () => {
      slapd = await startSlapd(BINARY, port, listBlocks('ldif').join('\n'))
      setDefaultCACertificates([...usual, slapd.certificate])
    })
    afterAll(async () => {
      setDefaultCACertificates(usual)
      await slapd?.stop()
    })
    const world = createWorldUnder({ ...findExample('LDAP_URL'), LDAP_URL: `ldap://127.0.0.1:${port}` })

    it('signs its user in over StartTLS by name and password', async () => {
      const { status, headers } = await signIn(world, 'ann', 'anns-own-password')
      expect([status, headers.get('location')]).toEqual([302, '/app'])
      const me = (await clientWithSession(world, headers).get('/api/auth/me')).body
      expect(me).toMatchObject({ name: 'Ann Archer', email: 'ann@example.org', provider: 'ldap' })
      expect(await signInRedirect(world, 'ann', 'wrong')).toBe('/app?sign_in_error=invalid_credentials')
    })

    it('rejects entries that its filter excludes', async () => {
      expect(await signInRedirect(world, 'service', 'replace-with-a-password')).toBe(
        '/app?sign_in_error=invalid_credentials',
      )
    })
  },
)
