import { describe, expect, test } from 'vitest'
import { isAddressAllowed, findClientAddress, isCidr } from '../../src/lib/client-address.ts'

const proxies = ['10.0.0.0/8', '::1', '2001:db8:1::/48']

describe('the client address', () => {
  test.each<[string, string | undefined, string | undefined, readonly string[], string | null]>([
    ['is the socket’s without proxies', '203.0.113.9', '198.51.100.1', [], '203.0.113.9'],
    ['is the socket’s when that is no proxy', '203.0.113.9', '198.51.100.1', proxies, '203.0.113.9'],
    ['is the socket’s without header', '10.0.0.1', undefined, proxies, '10.0.0.1'],
    ['is what the proxy forwards', '10.0.0.1', '198.51.100.1', proxies, '198.51.100.1'],
    [
      'is the rightmost that no proxy is',
      '10.0.0.1',
      '1.2.3.4, 198.51.100.1, 10.9.9.9',
      proxies,
      '198.51.100.1',
    ],
    ['is the first of a chain of proxies', '10.0.0.1', '10.0.0.3, 10.0.0.2', proxies, '10.0.0.3'],
    ['is IPv4 for a mapped socket', '::ffff:203.0.113.9', undefined, [], '203.0.113.9'],
    ['is read behind a mapped proxy', '::ffff:10.0.0.1', '198.51.100.1', proxies, '198.51.100.1'],
    ['is IPv4 for a mapped entry', '10.0.0.1', '::ffff:198.51.100.1', proxies, '198.51.100.1'],
    ['is read behind an IPv6 proxy', '2001:db8:1::7', '2001:DB8:2:0:0:0:0:1', proxies, '2001:db8:2::1'],
    ['loses a forwarded port', '10.0.0.1', '198.51.100.1:4711', proxies, '198.51.100.1'],
    ['loses brackets and port', '::1', '[2001:db8:2::1]:4711', proxies, '2001:db8:2::1'],
    ['loses the zone', 'fe80::1%eth0', undefined, [], 'fe80::1'],
    ['is unknown when the proxy names no address', '10.0.0.1', 'unknown', proxies, null],
    ['is unknown when the proxy sends an empty header', '10.0.0.1', '', proxies, null],
    ['is unknown without a socket', undefined, '198.51.100.1', proxies, null],
  ])('%s', (_, socket, header, trusted, address) => {
    expect(findClientAddress(socket, header, trusted)).toBe(address)
  })

  test('A-69: is the one that the proxy saw, even behind many forged entries', () => {
    expect(findClientAddress('10.0.0.1', `${'x,'.repeat(5000)}198.51.100.1`, proxies)).toBe('198.51.100.1')
  })
})

describe('an allow list', () => {
  test.each<[string | null, readonly string[] | null, boolean]>([
    ['203.0.113.9', null, true],
    ['203.0.113.9', [], true],
    ['203.0.113.9', ['203.0.113.0/24'], true],
    ['203.0.113.9', ['203.0.113.9'], true],
    ['203.0.113.9', ['198.51.100.0/24', '203.0.113.9/32'], true],
    ['203.0.113.9', ['203.0.114.0/24'], false],
    ['::ffff:203.0.113.9', ['203.0.113.0/24'], true],
    ['203.0.113.9', ['::ffff:203.0.113.0/120'], true],
    ['203.0.113.9', ['::/0'], false],
    ['2001:db8::1', ['0.0.0.0/0'], false],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['unknown', ['0.0.0.0/0', '::/0'], false],
    [null, ['0.0.0.0/0', '::/0'], false],
    [null, null, true],
  ])('%s in %j: %s', (address, cidrs, allowed) => {
    expect(isAddressAllowed(address, cidrs)).toBe(allowed)
  })
})

test.each([
  '10.0.0.0/8',
  '10.0.0.1',
  '0.0.0.0/0',
  '::/0',
  '2001:db8::1',
  '2001:db8::/32',
  '::ffff:10.0.0.0/104',
])('%s is a range', (text) => {
  expect(isCidr(text)).toBe(true)
})

test.each([
  '',
  'example.org',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/08',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.1',
  '0x7f.0.0.1',
  '010.0.0.1',
  '10.0.0.256',
  '::/129',
  'fe80::1%eth0',
  ' 10.0.0.1',
  '::ffff:10.0.0.0/8',
])('%j is no range', (text) => {
  expect(isCidr(text)).toBe(false)
})
