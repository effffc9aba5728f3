import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { Browser } from '../support/browser.ts'
import { unique } from '../support/factories.ts'
import { CLIENT, toOidcSettings, startOidcPeer } from '../support/oidc-peer.ts'
import { createWorldUnder } from '../support/world.ts'

const peer = await startOidcPeer()
afterAll(() => void peer.server.close())
const world = createWorldUnder(toOidcSettings(peer))

type Claims = Record<string, unknown>
const encodeSegment = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const readClaims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims
const signToken = (key: KeyObject, claims: Claims, header: object = {}) => {
  const content = `${encodeSegment({ alg: 'RS256', kid: peer.key.kid, ...header })}.${encodeSegment(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`
}
const replaceClaims = (claims: Claims) => (token: string) =>
  signToken(peer.key.privateKey, { ...readClaims(token), ...claims })
const { privateKey: strange } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const hour = () => Math.floor(Date.now() / 1000) - 3600

const withSecret = (token: string) => {
  const content = `${encodeSegment({ alg: 'HS256', kid: peer.key.kid })}.${encodeSegment(readClaims(token))}`
  return `${content}.${createHmac('sha256', CLIENT.client_secret).update(content).digest('base64url')}`
}

const signIn = async (forge: ((token: string) => string) | null) => {
  const sub = unique('sub')
  peer.person = { sub, email: `${sub}@example.org`, email_verified: true, name: 'Pat Provider' }
  peer.forge = forge
  const browser = new Browser(world, peer)
  return [await browser.signIn(), (await browser.me()).status]
}

describe('an ID token', () => {
  afterEach(() => void (peer.forge = null))

  it('signs the person in when the provider’s key has signed it', async () => {
    expect(await signIn(null)).toEqual(['/app', 200])
    expect(await signIn(replaceClaims({}))).toEqual(['/app', 200])
  })

  it.each([
    ['another key signed it', (token: string) => signToken(strange, readClaims(token))],
    ['its key id is unknown', (token: string) => signToken(strange, readClaims(token), { kid: 'other' })],
    [
      'it brings its own key',
      (token: string) =>
        signToken(strange, readClaims(token), { kid: undefined, jwk: strange.export({ format: 'jwk' }) }),
    ],
    [
      'it has no signature',
      (token: string) => `${encodeSegment({ alg: 'none' })}.${encodeSegment(readClaims(token))}.`,
    ],
    ['its signature is empty', (token: string) => token.replace(/[^.]*$/, '')],
    ['the client secret signed it', withSecret],
    [
      'its claims were changed after the signature',
      (token: string) => {
        const [header = '', , signature = ''] = token.split('.')
        return `${header}.${encodeSegment({ ...readClaims(token), sub: 'another-subject' })}.${signature}`
      },
    ],
    ['it expired', replaceClaims({ exp: hour(), iat: hour() - 60 })],
    ['it is for another client', replaceClaims({ aud: 'another-client' })],
    ['it names another issuer', replaceClaims({ iss: 'https://issuer.example.org' })],
    ['it has another nonce', replaceClaims({ nonce: 'another' })],
    ['it has no nonce', replaceClaims({ nonce: undefined })],
  ])('is rejected when %s', async (_, forge) => {
    expect(await signIn(forge)).toEqual(['/app?sign_in_error=invalid_response', 401])
  })
})
