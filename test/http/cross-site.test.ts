import { describe, expect, test } from 'vitest'
import {
  formatCrossSiteMessage,
  isCrossSite,
  listOwnOrigins,
  type RequestOrigin,
} from '../../src/http/cross-site.ts'

const origin = 'https://rules.example.org'
const base: RequestOrigin = {
  method: 'POST',
  secFetchSite: null,
  origin: null,
  ownOrigins: [origin],
  tokenCredential: false,
}

describe('A-37: a request that changes data', () => {
  test.each<
    [string, Partial<typeof base> & { secFetchSite?: string | null; origin?: string | null }, boolean]
  >([
    ['of a script without browser headers passes', {}, false],
    ['of the same origin passes', { secFetchSite: 'same-origin' }, false],
    ['typed by the user passes', { secFetchSite: 'none' }, false],
    ['of another site is refused', { secFetchSite: 'cross-site' }, true],
    ['of a sister domain is refused', { secFetchSite: 'same-site' }, true],
    ['with an unknown Sec-Fetch-Site is refused', { secFetchSite: 'later-word' }, true],
    ['with its own Origin passes', { origin }, false],
    ['with its own Origin in another spelling passes', { origin: 'https://RULES.example.org:443' }, false],
    ['with another Origin is refused', { origin: 'https://evil.example.org' }, true],
    ['with another scheme is refused', { origin: 'http://rules.example.org' }, true],
    ['with another port is refused', { origin: `${origin}:8443` }, true],
    ['with the Origin null is refused', { origin: 'null' }, true],
    ['with a look-alike Origin is refused', { origin: `${origin}.evil.org` }, true],
    [
      'of the same origin but another Origin is refused',
      { secFetchSite: 'same-origin', origin: 'https://evil.org' },
      true,
    ],
  ])('%s', (_, request, refused) => {
    expect(isCrossSite({ ...base, ...request })).toBe(refused)
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'delete'])(
    'a request that changes data by %s from another site is rejected',
    (method) => {
      expect(isCrossSite({ ...base, method, secFetchSite: 'cross-site' })).toBe(true)
    },
  )
})

test.each(['GET', 'HEAD', 'OPTIONS'])('A-37: a read by %s from another site passes', (method) => {
  expect(isCrossSite({ ...base, method, secFetchSite: 'cross-site', origin: 'https://evil.org' })).toBe(false)
})

test('A-37: a request with a token passes from any site', () => {
  expect(
    isCrossSite({ ...base, secFetchSite: 'cross-site', origin: 'https://evil.org', tokenCredential: true }),
  ).toBe(false)
})

test('A-37: own origins come from the base address, or else from the listening address', () => {
  expect(listOwnOrigins('https://rules.example.org/path', '0.0.0.0', 3000)).toEqual([origin])
  expect(listOwnOrigins(null, '192.0.2.7', 3000)).toEqual(['http://192.0.2.7:3000'])
  expect(listOwnOrigins(null, '127.0.0.1', 80)).toEqual([
    'http://127.0.0.1',
    'http://localhost',
    'http://[::1]',
  ])
  expect(listOwnOrigins(null, '::', 3000)).toContain('http://localhost:3000')
})

test('A-37: the error names the address that browsers can use, and BASE_URL', () => {
  expect(formatCrossSiteMessage('https://rules.example.org', [origin])).toBe(
    'This request came from an address other than https://rules.example.org (BASE_URL). Open the service there, or set BASE_URL to the address that you use.',
  )
  expect(formatCrossSiteMessage(null, ['http://127.0.0.1:3000'])).toBe(
    'This request came from an address other than http://127.0.0.1:3000, because BASE_URL is not set. Open the service there, or set BASE_URL to the address that you use.',
  )
})
