import { expect, test } from 'vitest'
import {
  digestBytes,
  digestHex,
  createPersonalAccessToken,
  createRandomToken,
  isSameSecret,
  toShownPrefix,
} from '../../src/lib/secrets.ts'

test('a random token is 256 bits of base64url and unique', () => {
  expect(createRandomToken()).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(new Set(Array.from({ length: 200 }, () => createRandomToken(16))).size).toBe(200)
})

test('A-40: a personal access token consists of the service name and 36 Base58 characters', () => {
  expect(createPersonalAccessToken('service')).toMatch(/^service_[1-9A-HJ-NP-Za-km-z]{36}$/)
})

test('A-40: the displayed prefix consists of the service name and four characters', () => {
  expect(toShownPrefix('service_abcdefgh', 'service')).toBe('service_abcd')
})

test('digests are SHA-256', () => {
  expect(digestHex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(digestBytes('é')).toHaveLength(32)
})

test('secrets are equal only if every character matches', () => {
  expect(isSameSecret('abc', 'abc')).toBe(true)
  expect(isSameSecret('abc', 'abd')).toBe(false)
  expect(isSameSecret('abc', 'abcd')).toBe(false)
  expect(isSameSecret('', 'a')).toBe(false)
})
